import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { meantBy } from './meant-by.ts';
import type { NumberedTarget } from './module-patch.ts';

/** Marks the URL of a module that stands in the place of another one, with the numbers of what is meant. */
const mark = 'stepfork-module';

/**
 * The URL under which others load a module; `null`: its own. The exports of an ES module cannot be changed, so another one stands in its place, which has
 * all of them but for those that are replaced.
 */
export function standInUrl(targets: readonly NumberedTarget[], url: string, parentUrl: string | undefined): string | null {
  if (!url.startsWith('file:') || !url.includes('/node_modules/') || isMarked(url) || isMarked(parentUrl)) return null;
  const meant = meantBy(targets, fileURLToPath(url), parentUrl?.startsWith('file:') ? fileURLToPath(parentUrl) : null);
  if (meant.length === 0) return null;
  const marked = new URL(url);
  marked.searchParams.set(mark, meant.map(({ number }) => number).join('.'));
  return marked.href;
}

/** The source text of a module that stands in the place of another one; `null`: it is none of these. */
export function standInSource(targets: readonly NumberedTarget[], url: string, format: string | null | undefined): string | null {
  if (!isMarked(url)) return null;
  const original = new URL(url);
  const numbers = (original.searchParams.get(mark) ?? '').split('.').map(Number);
  const meant = targets.filter(({ number }) => numbers.includes(number));
  if (meant.length === 0) return null;
  original.searchParams.delete(mark);
  const from = JSON.stringify(original.href);
  const names = [...new Set(meant.flatMap((target) => target.names))];
  const kind = kindOf(fileURLToPath(original), format);
  const exports = kind === 'commonjs' ? 'original.default' : 'original';
  const slot = (by: 'replaced' | 'required'): string =>
    `globalThis[Symbol.for('stepfork.modules')].${by}(${JSON.stringify(numbers)}, ${exports})`;
  return [
    `import * as original from ${from};`,
    `export * from ${from};`,
    `const replaced = ${slot('replaced')};`,
    ...names.map((name, at) => `const replaced${at} = replaced.${name};`),
    `export { ${names.map((name, at) => `replaced${at} as ${name}`).join(', ')} };`,
    // Which `export *` leaves out.
    ...(kind === 'commonjs' ? [`export default ${slot('required')};`] : []),
    ...(kind === 'with-default' ? ['export default original.default;'] : []),
  ].join('\n');
}

function isMarked(url: string | undefined): boolean {
  return url?.includes(`${mark}=`) === true;
}

/** `with-default`: an ES module that has a default export. That of CommonJS is all that it exports. */
function kindOf(file: string, format: string | null | undefined): 'commonjs' | 'with-default' | 'module' {
  const text = readFileSync(file, 'utf8');
  if (format === 'commonjs' || (format !== 'module' && !/^\s*export\b/m.test(text))) return 'commonjs';
  return /\bexport\s+default\b|\bas\s+default\b/.test(text) ? 'with-default' : 'module';
}
