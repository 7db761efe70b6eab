import { canonicalJson, childPointer, type Json } from '@stepfork/trace';
import { isTag } from '../matchers/is-tag.ts';

/** Chunks in a row that carry nothing but a piece each of one text, or of the same bytes. */
export interface Deltas {
  /** Index of the first chunk, and of the first one that no longer belongs to them. */
  readonly from: number;
  readonly to: number;
  /** JSON Pointer of the piece in each chunk; the empty one: the chunk is the piece. */
  readonly path: string;
  /** What the chunks are beside their pieces: the same for all runs that carry one text. */
  readonly of: string;
  /** The chunks are numbered, or dated: there must be as many afterwards. */
  readonly isNumbered: boolean;
}

/** Members that tell what a chunk is, or whose: they differ where chunks are no pieces of one text. */
const distinguishing = /^(?:type|kind|event|object|role|name|status|state|model|id)$|[_-]id$|Id$/;
/** Members that number chunks, or date them. No `index`: that says of which text a piece is. */
const counting = /^(?:seq|sequence|sequence_?number|timestamp|time|created|created_?at|.*_ms)$/i;
/** Noise by which a provider hides how long its pieces are. */
const padding = /^obfuscation$/;

/** Finds them by their shape alone: chunks that are equal but for one member, a string. */
export function findDeltas(chunks: readonly Json[]): readonly Deltas[] {
  const shapes = chunks.map(shapeOf);
  const found: Deltas[] = [];
  for (let from = 0; from < chunks.length; ) {
    const run = runFrom(from, shapes);
    if (run.path !== null) found.push({ ...run, path: run.path, of: envelope(shapes[run.from] as Shape, run.path) });
    from = run.to;
  }
  return [...found, ...alone(found, shapes)].sort((a, b) => a.from - b.from);
}

/** Strings of a chunk by their paths, and what must be equal. */
interface Shape {
  readonly texts: ReadonlyMap<string, string>;
  readonly rest: string;
  /** What numbers the chunk, or dates it. */
  readonly numbers: string;
}

function runFrom(from: number, shapes: readonly Shape[]): Omit<Deltas, 'path' | 'of'> & { readonly path: string | null } {
  const first = shapes[from] as Shape;
  let path: string | null = first.texts.has('') ? '' : null;
  let to = from + 1;
  for (; to < shapes.length; to++) {
    const differing = differingText(shapes[to - 1] as Shape, shapes[to] as Shape);
    if (differing === null || (differing !== undefined && path !== null && differing !== path)) break;
    path ??= differing ?? null;
  }
  const isNumbered = shapes.slice(from, to).some(({ numbers }) => numbers !== first.numbers);
  return { from, to, path, isNumbered };
}

/** The only text in which two chunks differ; `undefined`: they are equal; `null`: they differ in more, or in what is no piece. */
function differingText(a: Shape, b: Shape): string | null | undefined {
  if (a.rest !== b.rest || a.texts.size !== b.texts.size) return null;
  let only: string | undefined;
  for (const [path, text] of a.texts) {
    const other = b.texts.get(path);
    if (other === text) continue;
    if (other === undefined || only !== undefined) return null;
    only = path;
  }
  return only;
}

/** One chunk between others is a piece if others of its shape are. */
function alone(runs: readonly Deltas[], shapes: readonly Shape[]): readonly Deltas[] {
  const known = new Map(runs.map((run) => [run.of, run]));
  const paths = new Set(runs.map(({ path }) => path));
  const covered = new Set(runs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
  return shapes.flatMap((shape, at) => {
    if (covered.has(at)) return [];
    const like = [...paths].map((path) => (shape.texts.has(path) ? known.get(envelope(shape, path)) : undefined)).find(Boolean);
    return like === undefined ? [] : [{ ...like, from: at, to: at + 1 }];
  });
}

function envelope({ texts, rest }: Shape, path: string): string {
  return canonicalJson([rest, [...texts].filter(([other]) => other !== path).map(([other, text]) => [other, text])]);
}

function shapeOf(chunk: Json): Shape {
  const texts = new Map<string, string>();
  const numbers: number[] = [];
  const rest = canonicalJson(walk(chunk, '', ''));
  return { texts, rest, numbers: String(numbers) };

  function walk(value: Json, key: string, path: string): Json {
    if (isTag(value, 'bytes') && path === '') {
      const { type, value: bytes } = value as { readonly type: string; readonly value: string };
      if (type === 'Buffer' || type === 'Uint8Array') texts.set('', bytes);
      return { bytes: type };
    }
    if (typeof value === 'string' && !distinguishing.test(key)) {
      if (!padding.test(key)) texts.set(path, value);
      return { text: true };
    }
    if (typeof value === 'number' && counting.test(key)) {
      numbers.push(value);
      return { number: true };
    }
    if (typeof value !== 'object' || value === null || isTagged(value)) return { is: value };
    if (Array.isArray(value)) return value.map((item: Json, at) => walk(item, '', childPointer(path, at)));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [`.${name}`, walk(member as Json, name, childPointer(path, name))]),
    );
  }
}

function isTagged(value: object): boolean {
  return Object.hasOwn(value, '$');
}
