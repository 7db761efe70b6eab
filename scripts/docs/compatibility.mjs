import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { manifest, root } from '../lib/workspace.mjs';

/**
 * The table of docs/compatibility.md: the numbers by which files and copies of packages are told apart, as the built packages have them.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function compatibilityParts() {
  const { FORMAT_VERSION, FRAMING_VERSION } = await built('packages/trace/dist/limits.js');
  const { registered } = await built('packages/interceptor/dist/index.js');
  // Whoever asks first makes the slot that all copies share.
  registered();
  const { protocol } = globalThis[Symbol.for('stepfork.interceptor')];
  const { properties } = createRequire(import.meta.url)(join(root, 'packages/replay/schema/case.schema.json'));
  const rows = [
    ['release of all packages', manifest.version],
    ['version of the trace format', FORMAT_VERSION],
    ['version of the framing of packed files', FRAMING_VERSION],
    ['version of case files', properties.version.const],
    ['protocol between copies in one process', protocol],
  ];
  return { compatibility: ['| | |', '|---|---|', ...rows.map(([name, number]) => `| ${name} | ${number} |`), ''].join('\n') };
}

function built(file) {
  return import(pathToFileURL(join(root, file)).href);
}
