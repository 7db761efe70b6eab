import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { mutationReport, reportHtml, type Score, type Thresholds } from '@stepfork/score';
import { UsageError } from '../errors/usage-error.ts';
import { outputFile } from '../writing/output-file.ts';
import { replaceFile } from '../writing/replace-file.ts';

/**
 * Checks which reports are asked for, and gives what writes them, each whole or not at all.
 *
 * @param test the test file or case file that is scored
 * @throws UsageError before anything runs
 */
export function writesReports(
  { report, html, force }: { readonly report?: string | undefined; readonly html?: string | undefined; readonly force: boolean },
  test: string,
): (score: Score, thresholds: Thresholds) => void {
  const json = report === undefined ? null : reportFile(report, force, '.json', '--report score.json');
  const page = html === undefined ? null : reportFile(html, force, '.html', '--html score.html');
  return (score, thresholds) => {
    if (json === null && page === null) return;
    const made = mutationReport(score, thresholds);
    if (json !== null) replaceFile(json, `${JSON.stringify(made, null, 2)}\n`);
    if (page !== null) replaceFile(page, reportHtml(made, basename(test), elements()));
  };
}

function reportFile(path: string, force: boolean, ending: string, example: string): string {
  if (!path.endsWith(ending)) throw new UsageError(`${path} has no ending of this report.`, `Name it *${ending}: ${example}.`);
  return outputFile(path, force);
}

function elements(): string {
  return readFileSync(createRequire(import.meta.url).resolve('mutation-testing-elements/mutation-test-elements.js'), 'utf8');
}
