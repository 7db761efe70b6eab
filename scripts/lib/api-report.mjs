import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { root } from './workspace.mjs';

const quiet = { default: { logLevel: ExtractorLogLevel.None } };

/**
 * The published surface of a package, as its built declarations have it, beside the reports that are in the repository: `api/<entry>.api.md`.
 *
 * @param {string} folder of the package, relative to the root
 * @param {readonly string[]} entries names of files in `dist`, without ending
 * @param {{ write?: boolean }} options `write` mends the reports
 * @returns {import('./summary.mjs').Outcome} one count for each entry
 */
export function checkReports(folder, entries, { write = false } = {}) {
  const logs = entries.map((entry) => changesOf(resolve(root, folder), entry, write)).filter((log) => log !== null);
  return { passed: entries.length - logs.length, failed: logs.length, log: logs.join('\n') };
}

/** What is not as the report has it; `null` if nothing. */
function changesOf(folder, entry, write) {
  const reportFolder = join(folder, 'api');
  const reportTempFolder = mkdtempSync(join(tmpdir(), 'stepfork-api-'));
  try {
    mkdirSync(reportFolder, { recursive: true });
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: join(folder, 'package.json'),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: join(folder, 'dist', `${entry}.d.ts`),
        compiler: { overrideTsconfig: tsconfig },
        // Types that are not exported and stand in the signature of what is belong to the surface too.
        apiReport: { enabled: true, reportFolder, reportTempFolder, reportFileName: entry, includeForgottenExports: true },
        messages: { extractorMessageReporting: quiet, tsdocMessageReporting: quiet },
        newlineKind: 'lf',
      },
    });
    const messages = [];
    const { succeeded, apiReportChanged } = Extractor.invoke(config, {
      localBuild: write,
      messageCallback(message) {
        message.handled = true;
        if (message.logLevel === ExtractorLogLevel.Error) messages.push(message.text);
      },
    });
    if (succeeded && (write || !apiReportChanged)) return null;
    const [kept, built] = [reportFolder, reportTempFolder].map((place) => linesOf(join(place, `${entry}.api.md`)));
    const name = relative(root, join(reportFolder, `${entry}.api.md`));
    return [
      `${name} is not what is built:`,
      ...messages,
      ...kept.filter((line) => !built.includes(line)).map((line) => `- ${line}`),
      ...built.filter((line) => !kept.includes(line)).map((line) => `+ ${line}`),
    ].join('\n');
  } finally {
    rmSync(reportTempFolder, { recursive: true, force: true });
  }
}

const tsconfig = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['dist/**/*.d.ts'],
};

function linesOf(file) {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return [];
  }
}
