import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { credentialValues } from '@stepfork/interceptor';
import { scanText } from '@stepfork/trace';
import { type AgentRef, packageRoot } from '../agent/agent-ref.ts';
import { replaceText } from '../replace-text.ts';
import { sourceDigest } from './source-digest.ts';
import { testFrame } from './test-frame.ts';

/** Where the runs of a score are kept for the next one, and what they hang on beside what the test says. */
export interface MemoryFile {
  readonly file: string;
  readonly inputs: string;
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
  const sources = sourceDigest([root, ...roots], [path, ...written.flatMap((one) => (one === undefined ? [] : [resolve(one)]))]);
  if (sources === null) return null;
  const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
  const { NODE_ENV, NODE_OPTIONS, TZ } = process.env;
  // A case file is in the key of each run: its rules, its recordings, its claim.
  const frame = path.endsWith('.json') ? null : testFrame(readFileSync(path, 'utf8'));
  const agents = sides.map((side) => side?.text ?? null);
  const inputs = JSON.stringify({ stepfork: version, node: process.versions.node, NODE_ENV, NODE_OPTIONS, TZ, agents, frame, sources });
  return { file: join(root, '.stepfork', 'score', `${relative(root, path).split(sep).join('--')}.json`), inputs };
}

/** `null`: there is none yet. */
export function readMemory({ file }: MemoryFile): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // What cannot be read is run anew.
    return null;
  }
}

/** Where it cannot be written, or a secret would be, the next score runs everything. */
export function writeMemory({ file }: MemoryFile, text: string): void {
  const folder = dirname(dirname(file));
  try {
    rmSync(file, { force: true });
    if (scanText(text, credentialValues(process.env)).length > 0) return;
    mkdirSync(dirname(file), { recursive: true });
    replaceText(file, text);
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (!['EEXIST', 'EACCES', 'EROFS', 'ENOSPC', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
