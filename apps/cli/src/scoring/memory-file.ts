import { mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { credentialValues } from '@stepfork/interceptor';
import { scanText } from '@stepfork/trace';
import { type AgentRef, packageRoot } from '../agent/agent-ref.ts';
import { digest } from '../project/digest.ts';
import { replaceFile } from '../writing/replace-file.ts';
import { isInDigest, sourceDigest } from './source-digest.ts';
import { testFrame } from './test-frame.ts';
import { vitestConfig } from './vitest-root.ts';
import { unseenReads } from './watch-reads.ts';

/** Where the runs of a score are kept for the next one, and what they hang on beside what the test says. */
export interface MemoryFile {
  readonly file: string;
  readonly inputs: string;
  /** The folders of packages that are in the inputs, file by file. */
  readonly roots: readonly string[];
}

export interface RememberedTest {
  /** The test file or case file. */
  readonly path: string;
  /** The code on both sides, as far as the command knows it. */
  readonly sides: readonly (AgentRef | null)[];
  /** Files that this command writes. */
  readonly written: readonly (string | undefined)[];
}

/** The file of a test, in the `.stepfork` of its project; `null` where the sources are too large to look through. */
export function memoryFileOf({ path: test, sides, written }: RememberedTest): MemoryFile | null {
  const path = resolve(test);
  const root = packageRoot(dirname(path)) ?? dirname(path);
  const roots = sides.flatMap((side) => (side === null ? [] : [side.root]));
  const except = [path, ...written.flatMap((one) => (one === undefined ? [] : [resolve(one)]))];
  const config = path.endsWith('.json') ? null : vitestConfig(root);
  const sources = sourceDigest([root, ...roots], except, config === null ? [] : [config]);
  if (sources === null) return null;
  const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
  // A case file is in the key of each run: its rules, its recordings, its claim.
  const frame = path.endsWith('.json') ? null : testFrame(readFileSync(path, 'utf8'));
  // By its content too: it may stand in a file that looks like a test.
  const agents = sides.map((side) => side && [side.text, digest(readFileSync(side.file))]);
  const versions = { stepfork: version, node: process.version, flags: process.execArgv, on: [process.platform, process.arch] };
  const inputs = digest(
    JSON.stringify({ versions, environment: environment(), folder: process.cwd(), agents, frame, sources: sources.text }),
  );
  return { file: join(root, '.stepfork', 'score', `${relative(root, path).split(sep).join('--')}.json`), inputs, roots: sources.roots };
}

/** All that an agent may read there, but what each terminal and each call of a shell sets anew. */
function environment(): readonly (readonly [string, string | undefined])[] {
  const ofTerminal = /^(?:_|SHLVL|OLDPWD|WINDOWID|COLUMNS|LINES|TERM_SESSION_ID|SSH_\w+)$/;
  return Object.entries(process.env)
    .filter(([name]) => !ofTerminal.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What the runs have looked at beside the sources, and what lay there. */
interface Reads {
  readonly paths: readonly string[];
  readonly digest: string;
}

/** What an earlier score has kept. */
export interface KeptMemory {
  readonly text: string;
  /** Files beside the sources that its runs have read. */
  readonly paths: readonly string[];
}

/** `null`: there is none yet, or what its runs have read is another thing now. */
export function readMemory({ file }: MemoryFile): KeptMemory | null {
  try {
    const [sum, line = '', ...rest] = readFileSync(file, 'utf8').split('\n');
    const text = rest.join('\n');
    // Its sum says that we wrote it.
    if (sum !== digest(line + text)) return null;
    const reads = JSON.parse(line) as Reads;
    return reads.digest === digestOfPaths(reads.paths) ? { text, paths: reads.paths } : null;
  } catch {
    // What cannot be read is run anew.
    return null;
  }
}

/**
 * Where it cannot be written, or a secret would be, or where nobody knows what a run has looked at, the next score runs everything.
 *
 * @param read paths that the runs have looked at
 */
export function writeMemory({ file, roots }: MemoryFile, text: string, read: Iterable<string>): void {
  const folder = dirname(dirname(file));
  const all = new Set(read);
  try {
    rmSync(file, { force: true });
    if (all.has(unseenReads) || scanText(text, credentialValues(process.env)).length > 0) return;
    // Before the paths are read, of which one may be the folder that this one stands in.
    mkdirSync(dirname(file), { recursive: true });
    const paths = [...all].filter((path) => !isInDigest(roots, path) && !isOurs(path)).sort();
    const line = JSON.stringify({ paths, digest: digestOfPaths(paths) } satisfies Reads);
    replaceFile(file, `${digest(line + text)}\n${line}\n${text}`);
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (!['EEXIST', 'EACCES', 'EROFS', 'ENOSPC', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** What a score itself keeps and makes. */
function isOurs(path: string): boolean {
  const made = /^stepfork-(?:source|score)-\d+-/;
  return path.split(sep).includes('.stepfork') || made.test(relative(realpathSync(tmpdir()), path));
}

function digestOfPaths(paths: readonly string[]): string {
  return digest(JSON.stringify(paths.map((path) => [path, placeOf(path), contentOf(path)])));
}

/** Where a link leads, be it to nothing; `null`: there is nothing at all. */
function placeOf(path: string): string | null {
  for (const ask of [realpathSync, readlinkSync]) {
    try {
      return ask(path);
    } catch {
      // No link, or one to nothing.
    }
  }
  return null;
}

/** `null`: nothing that can be read. */
function contentOf(path: string): string | readonly string[] | null {
  try {
    return statSync(path).isDirectory() ? readdirSync(path).sort() : digest(readFileSync(path));
  } catch {
    return null;
  }
}
