import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { configIn } from '../config/config-in.ts';
import { missingGitAttributes } from '../project/git-attributes.ts';
import { replaceTexts } from '../writing/replace-texts.ts';

/** A file of the set-up, and what became of it. */
export interface SetUpFile {
  readonly path: string;
  readonly state: 'written' | 'extended' | 'there already';
}

/**
 * Writes what is missing, all of it or nothing: the config, and the lines that git needs. What is there stays, but the config under `force`.
 *
 * @throws UsageError where something cannot be written
 */
export function writeSetUp(
  root: string,
  {
    agent,
    to,
    exporters,
    force,
  }: { readonly agent: string | null; readonly to: string; readonly exporters: readonly string[]; readonly force: boolean },
): readonly SetUpFile[] {
  const there = configIn(root);
  const config = there ?? join(root, 'stepfork.config.ts');
  const said = { ...(agent !== null && { agent }), to, ...(exporters.length > 0 && { exporters }) };
  const text = config.endsWith('.json') ? `${JSON.stringify(said, null, 2)}\n` : configText(said);
  const planned: readonly Planned[] = [
    { path: config, ...(there === null || force ? { state: 'written', text } : kept) },
    extended(join(root, '.gitattributes'), missingGitAttributes(root)),
    extended(join(root, '.gitignore'), ignores(root) ? [] : ['.stepfork/']),
  ];
  replaceTexts(planned.flatMap(({ path, text: wanted }) => (wanted === null ? [] : [{ path, text: wanted }])));
  return planned.map(({ path, state }) => ({ path, state }));
}

/** `text`: what is to stand there; `null`: what does. */
type Planned = SetUpFile & { readonly text: string | null };

const kept = { state: 'there already', text: null } as const;

function configText(said: object): string {
  const keys = Object.entries(said).map(([key, value]) => `  ${key}: ${literal(value)},`);
  return ["import { defineConfig } from 'stepfork';", '', 'export default defineConfig({', ...keys, '});', ''].join('\n');
}

function literal(value: string | readonly string[]): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : `[${value.map(literal).join(', ')}]`;
}

function ignores(root: string): boolean {
  return readIfFile(join(root, '.gitignore'))
    .split(/\r?\n/)
    .some((line) => /^\/?\.stepfork\/?$/.test(line.trim()));
}

function extended(path: string, lines: readonly string[]): Planned {
  if (lines.length === 0) return { path, ...kept };
  const before = readIfFile(path);
  return {
    path,
    state: before === '' ? 'written' : 'extended',
    text: `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`,
  };
}

/** What is no file is refused when it is to be written. */
function readIfFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8') : '';
}
