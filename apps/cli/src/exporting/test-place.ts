import { existsSync, readFileSync, statSync } from 'node:fs';
import nodePath, { basename, dirname, join, type PlatformPath, resolve } from 'node:path';
import { UsageError } from '../errors/usage-error.ts';
import { portablePath } from '../project/portable-path.ts';

/** Where an exported test goes. */
export interface TestPlace {
  readonly folder: string;
  /** Name of the test's files without their endings: `refund`. */
  readonly name: string;
  /** The test file that was asked for by its whole name; `null` where only a folder was named. */
  readonly file: string | null;
}

/** From `-o test/refund.test.ts`, or `-o test`; without it `test/` in the agent's package. The name is that of the trace if none is given. */
export function testPlace(output: string | undefined, trace: string, root: string): TestPlace {
  const name = basename(trace).replace(/\.sftrace(\.jsonl)?$/, '');
  if (output === undefined) return { folder: join(root, 'test'), name, file: null };
  const path = resolve(output);
  const isFolder = existsSync(path) ? statSync(path).isDirectory() : !/\.\w+$/.test(basename(path));
  if (isFolder) return { folder: path, name, file: null };
  return { folder: dirname(path), name: basename(path).replace(/(?:[._](?:test|spec))?\.\w+$/, ''), file: path };
}

/** @throws UsageError if something else stands where the folder would be made */
export function requireFolder(folder: string): void {
  let here = folder;
  while (!existsSync(here)) here = dirname(here);
  if (!statSync(here).isDirectory())
    throw new UsageError(`${here} is no folder, so no test can be written into ${folder}.`, 'Name another folder with -o.');
}

/**
 * How a test in `folder` imports a module, relative and with `/`: as the project's TypeScript lets it name the ending, and by the name on disk.
 *
 * @throws UsageError where the test would stand on another drive
 */
export function moduleNames(
  folder: string,
  module: string,
  on: PlatformPath = nodePath,
): { readonly specifier: string; readonly file: string } {
  const path = portablePath(folder, module, on);
  if (path === null)
    throw new UsageError(
      `A test in ${folder} cannot import ${module}, which lies on another drive.`,
      'Name a folder on the same drive with -o.',
    );
  const file = path.startsWith('.') ? path : `./${path}`;
  return { specifier: allowsTypeScriptEndings(module) ? file : file.replace(/\.([mc]?)tsx?$/, '.$1js'), file };
}

/** With neither word on it `.js` is right: vitest and tsc both find the TypeScript file behind it. Without any tsconfig nothing forbids `.ts`. */
function allowsTypeScriptEndings(file: string): boolean {
  for (let here = dirname(file); ; here = dirname(here)) {
    const config = join(here, 'tsconfig.json');
    if (existsSync(config)) return saysSo(config, 0);
    if (here === dirname(here)) return true;
  }
}

function saysSo(config: string, depth: number): boolean {
  if (!existsSync(config) || depth > 8) return false;
  const text = readFileSync(config, 'utf8');
  const said = /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*(true|false)/.exec(text)?.[1];
  if (said !== undefined) return said === 'true';
  const base = /"extends"\s*:\s*"(\.[^"]*)"/.exec(text)?.[1];
  return base !== undefined && saysSo(resolve(dirname(config), base), depth + 1);
}
