import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configIn } from '../config/config-in.ts';
import { missingGitAttributes } from '../project/git-attributes.ts';
import { replaceText } from '../replace-text.ts';

/** A file of the set-up, and what became of it. */
export interface SetUpFile {
  readonly path: string;
  readonly state: 'written' | 'extended' | 'there already';
}

/** Writes what is missing: the config, and the lines that git needs. Nothing that is there is changed, but the config under `force`. */
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
  const isWritten = there === null || force;
  const said = { ...(agent !== null && { agent }), to, ...(exporters.length > 0 && { exporters }) };
  if (isWritten) replaceText(config, config.endsWith('.json') ? `${JSON.stringify(said, null, 2)}\n` : configText(said));
  return [
    { path: config, state: isWritten ? 'written' : 'there already' },
    extend(join(root, '.gitattributes'), missingGitAttributes(root)),
    extend(join(root, '.gitignore'), ignores(root) ? [] : ['.stepfork/']),
  ];
}

function configText(said: object): string {
  const keys = Object.entries(said).map(([key, value]) => `  ${key}: ${literal(value)},`);
  return ["import { defineConfig } from 'stepfork';", '', 'export default defineConfig({', ...keys, '});', ''].join('\n');
}

function literal(value: string | readonly string[]): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : `[${value.map(literal).join(', ')}]`;
}

function ignores(root: string): boolean {
  const file = join(root, '.gitignore');
  return (
    existsSync(file) &&
    readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .some((line) => /^\/?\.stepfork\/?$/.test(line.trim()))
  );
}

function extend(path: string, lines: readonly string[]): SetUpFile {
  if (lines.length === 0) return { path, state: 'there already' };
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  replaceText(path, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`);
  return { path, state: before === '' ? 'written' : 'extended' };
}
