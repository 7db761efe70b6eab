import { fileURLToPath } from 'node:url';

/** A place in the agent's own code. */
export interface Frame {
  /** The enclosing function; `null` at the top of a module, or where it has no name. */
  readonly in: string | null;
  /** Absolute; the original file where source maps are on. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** So many are shown: the place itself, and how one came there. */
const mostFrames = 3;

/**
 * The innermost frames of an error in the user's own files: not in packages, not in Node, not in Stepfork, and none of whoever called the
 * agent. They are as good as the stack of the error: where it is read, Node or the test runner has mapped it already.
 */
export function ownFrames(error: unknown): readonly Frame[] {
  return ownFramesOf(stackOf(error));
}

export function ownFramesOf(stack: string): readonly Frame[] {
  const frames = stack.split('\n').flatMap(parseFrame);
  const caller = frames.findIndex(({ in: name }) => name !== null && /\bstepforkCallsAgent$/.test(name));
  return frames
    .slice(0, caller === -1 ? frames.length : caller)
    .filter(({ file }) => isOwn(file))
    .slice(0, mostFrames);
}

/** As in a stack: `at runAgent (/project/src/agent.ts:12:7)`. */
export function formatFrame({ in: name, file, line, column }: Frame): string {
  const place = `${file}:${line}:${column}`;
  return name === null ? `at ${place}` : `at ${name} (${place})`;
}

// An agent may throw anything, and what it throws may refuse to be looked at.
function stackOf(error: unknown): string {
  try {
    const stack = error instanceof Error || Object.prototype.toString.call(error) === '[object Error]' ? (error as Error).stack : '';
    return typeof stack === 'string' ? stack : '';
  } catch {
    return '';
  }
}

function parseFrame(line: string): readonly Frame[] {
  const [, name, inner, bare] = /^\s+at (?:(?:async )?(.*?) \((.*)\)|(?:async )?(.*))$/.exec(line) ?? [];
  const [, place, row, column] = /^(.*):(\d+):(\d+)$/.exec(inner ?? bare ?? '') ?? [];
  const file = place === undefined ? null : pathOf(place);
  if (file === null) return [];
  return [{ in: name === undefined || name === '<anonymous>' ? null : name, file, line: Number(row), column: Number(column) }];
}

/** `null` for what is built in, or was evaluated. A module that is loaded anew for a run has a mark behind its name. */
function pathOf(place: string): string | null {
  const plain = place.replace(/\?[^/\\]*stepfork-[^/\\]*.*$/, '');
  if (plain.startsWith('file:')) {
    try {
      return fileURLToPath(plain);
    } catch {
      return null;
    }
  }
  return plain.startsWith('/') || /^[a-z]:[\\/]/i.test(plain) ? plain : null;
}

/** Where the parts of Stepfork lie in their own repository, whichever of them this code was built into; installed, they are under node_modules. */
const repository = fileURLToPath(import.meta.url).replace(/(?:packages[\\/]replay|apps[\\/]cli)[\\/](?:src|dist)[\\/].*$/, '');

function isOwn(file: string): boolean {
  if (/[\\/]node_modules[\\/]/.test(file)) return false;
  const inside = file.startsWith(repository) ? file.slice(repository.length).replaceAll('\\', '/') : '';
  return !/^(?:packages\/(?:interceptor|trace|replay)|apps\/cli)\/(?:src|dist)\//.test(inside) || /\.test\.ts$/.test(file);
}
