import { findDeltas, putAt, valueAt } from '@stepfork/replay';
import type { Chunk, Json, Outcome } from '@stepfork/trace';
import { type Leaf, leavesWithin } from '../leaf.ts';

/** A leaf of an answer, whole or streamed. */
export interface OutcomeLeaf extends Pick<Leaf, 'pointer' | 'value'> {
  /** The answer with another value here, wherever it says it. */
  readonly put: (other: Json) => Outcome;
}

type Streamed = Extract<Outcome, { readonly kind: 'streamed' }>;

/** A text that comes in pieces, each in a chunk of its own. */
interface Told {
  readonly path: string;
  readonly chunks: readonly number[];
  readonly text: string;
}

/** What an answer says; the pieces of a text that comes in chunks are one, as the agent puts them together. Of errors nothing. */
export function leavesOfOutcome(outcome: Outcome): Iterable<OutcomeLeaf> {
  switch (outcome.kind) {
    case 'returned':
      return [...leavesWithin(outcome.value)].map((leaf) => ({ ...leaf, put: (other) => ({ ...outcome, value: leaf.put(other) }) }));
    case 'streamed':
      return leavesOfStream(outcome);
    case 'threw':
    case 'interrupted':
      return [];
  }
}

function* leavesOfStream(outcome: Streamed): Generator<OutcomeLeaf> {
  const { chunks } = outcome;
  const told = textsOf(chunks);
  const inPieces = new Set(told.flatMap((one) => one.chunks));
  const texts = new Set(told.map(({ text }) => text));
  for (const [at, { value }] of chunks.entries()) {
    // How it was transported is no answer.
    if (inPieces.has(at) || (at === 0 && outcome.stream === 'parts')) continue;
    for (const leaf of leavesWithin(value)) {
      if (typeof leaf.value === 'string' && texts.has(leaf.value)) continue;
      yield {
        pointer: `/${at}${leaf.pointer}`,
        value: leaf.value,
        put: (other) => changed(outcome, said(leaf.value, other), at, leaf.put(other)),
      };
    }
  }
  for (const one of told) {
    for (const leaf of leavesWithin(one.text)) {
      const pointer = `/${one.chunks[0]}${one.path}${leaf.pointer}`;
      yield { pointer, value: leaf.value, put: (other) => retold(outcome, one, String(leaf.put(other))) };
    }
  }
}

/** Runs of chunks that carry one text are one, whatever comes between them. */
function textsOf(chunks: readonly Chunk[]): readonly Told[] {
  const found = new Map<string, Told>();
  for (const { from, to, path, of } of findDeltas(chunks.map(({ value }) => value))) {
    const own = Array.from({ length: to - from }, (_, at) => from + at);
    const pieces = own.map((at) => valueAt(chunks[at]?.value, path));
    // Bytes are no text yet.
    if (!pieces.every((piece) => typeof piece === 'string')) continue;
    const key = `${path} ${of}`;
    const before = found.get(key) ?? { path, chunks: [], text: '' };
    found.set(key, { path, chunks: [...before.chunks, ...own], text: before.text + pieces.join('') });
  }
  return [...found.values()].filter(({ text }) => text !== '');
}

/** Another text in pieces of the same lengths, the last one of what is left; so is each whole repeat of it at the end. */
function retold(outcome: Streamed, { path, chunks: own, text }: Told, other: string): Streamed {
  let from = 0;
  const pieces = own.map((at, place) => {
    const to = place === own.length - 1 ? other.length : from + String(valueAt(outcome.chunks[at]?.value, path)).length;
    const piece = other.slice(from, to);
    from = Math.max(from, to);
    return [at, piece] as const;
  });
  const cut = new Map(pieces);
  const chunks = outcome.chunks.map((chunk, at): Chunk => {
    const piece = cut.get(at);
    return { ...chunk, value: piece === undefined ? replaced(chunk.value, text, other) : putAt(chunk.value, path, piece) };
  });
  return { ...outcome, chunks };
}

/** One chunk is another one, and what repeats the value that it said says the other one. */
function changed(outcome: Streamed, [text, other]: readonly [string | null, Json], at: number, value: Json): Streamed {
  const chunks = outcome.chunks.map((chunk, place): Chunk => {
    if (place === at) return { ...chunk, value };
    return text === null ? chunk : { ...chunk, value: replaced(chunk.value, text, other) };
  });
  return { ...outcome, chunks };
}

/** A number, or a short word, is said by chance too. */
function said(value: Json, other: Json): readonly [string | null, Json] {
  return [typeof value === 'string' && value.length > 7 ? value : null, other];
}

/** Where a string is this text, it is the other value. */
function replaced(value: Json, text: string, other: Json): Json {
  if (value === text) return other;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => replaced(item, text, other));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaced(part as Json, text, other)]));
}
