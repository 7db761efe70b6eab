import { basename } from 'node:path';
import type { Reply } from '../base-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode } from '../exit-code.ts';
import { outputFile } from '../writing/output-file.ts';
import { replaceFile } from '../writing/replace-file.ts';
import { annotationOf } from './annotation.ts';
import { junitOf } from './junit.ts';

export interface CiFlags {
  readonly junit?: string | undefined;
  readonly 'allow-inconclusive'?: boolean | undefined;
}

/**
 * Checks what is asked for a CI server, and gives what makes a reply one for it: the report is written, GitHub is told where the code fails, and an
 * inconclusive verdict that is allowed ends with 0.
 *
 * @param file the trace or case file that is replayed
 * @throws UsageError before anything runs
 */
export function tellCi(file: string, flags: CiFlags, env: NodeJS.ProcessEnv = process.env): (reply: Reply) => Reply {
  const report = flags.junit === undefined ? null : reportFile(flags.junit);
  const isAllowed = flags['allow-inconclusive'] === true;
  const startedAt = performance.now();
  return (reply) => {
    const { outcome } = reply;
    if (outcome === undefined) return reply;
    const name = basename(file).replace(/\.(?:case\.json|sftrace(?:\.jsonl)?)$/, '');
    const seconds = (performance.now() - startedAt) / 1000;
    if (report !== null) replaceFile(report, junitOf(outcome, { name, file, seconds, isAllowed }));
    const annotation =
      env.GITHUB_ACTIONS === 'true' ? annotationOf(outcome, { isAllowed, workspace: env.GITHUB_WORKSPACE ?? process.cwd() }) : '';
    const isLetPass = isAllowed && outcome.kind === 'inconclusive';
    return {
      ...reply,
      exit: isLetPass ? exitCode.yes : reply.exit,
      notices: [
        annotation,
        isLetPass ? `WARNING: ${file} is inconclusive and --allow-inconclusive lets it pass: nothing is known of this code.` : '',
      ].filter((line) => line !== ''),
    };
  };
}

function reportFile(path: string): string {
  if (!path.endsWith('.xml')) throw new UsageError(`${path} has no ending of a JUnit report.`, 'Name it *.xml: --junit stepfork.xml.');
  return outputFile(path, true);
}
