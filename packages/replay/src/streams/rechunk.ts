import { type Chunk, decodeValue, encodeValue, type Json } from '@stepfork/trace';
import { isTag } from '../matchers/is-tag.ts';
import { putAt } from '../matchers/put-at.ts';
import { valueAt } from '../matchers/value-at.ts';
import { type Deltas, findDeltas } from './find-deltas.ts';
import type { Streamed } from './recorded-stream.ts';
import { seeded } from './seeded.ts';

/** A recorded stream with its text cut elsewhere. */
export interface Rechunked {
  readonly outcome: Streamed;
  /** JSON Pointers in a chunk of what was cut, each once; none: there was nothing to cut. */
  readonly paths: readonly string[];
}

/**
 * Cuts the text deltas of a stream, or its bytes, at other places, the same for the same seed. What they are put together to is the same; a
 * chunk that carries anything else stays where and as it is. A piece comes when the last of what it is made of came.
 */
export function rechunk(outcome: Streamed, seed: string): Rechunked {
  const random = seeded(seed);
  const { chunks } = outcome;
  const paths = new Set<string>();
  const cut: Chunk[] = [];
  let at = 0;
  for (const deltas of findDeltas(chunks.map(({ value }) => value))) {
    const before = chunks.slice(deltas.from, deltas.to);
    const after = recut(before, deltas, random);
    if (after !== null) paths.add(deltas.path);
    cut.push(...chunks.slice(at, deltas.from), ...(after ?? before));
    at = deltas.to;
  }
  return { outcome: { ...outcome, chunks: [...cut, ...chunks.slice(at)] }, paths: [...paths] };
}

/** What can be cut: the units of a string or bytes. */
interface Material {
  readonly length: number;
  readonly slice: (from: number, to: number) => Json;
  readonly mayCut: (at: number) => boolean;
}

/** `null`: it cannot be cut in another way. */
function recut(chunks: readonly Chunk[], { path, isNumbered }: Deltas, random: () => number): readonly Chunk[] | null {
  const pieces = chunks.map(({ value }) => valueAt(value, path) as Json);
  const material = isTag(pieces[0], 'bytes') ? ofBytes(pieces) : ofText(pieces as readonly string[]);
  const ends = endsOf(pieces);
  const known = ends.slice(0, -1).filter((end, at) => end > (ends[at - 1] ?? 0) && end < material.length);
  const places = Array.from({ length: Math.max(0, material.length - 1) }, (_, at) => at + 1).filter(material.mayCut);
  const cuts = otherCuts(known, places, isNumbered ? chunks.length - 1 : null, random);
  if (cuts === null) return null;
  const bounds = [...cuts, material.length];
  let last = 0;
  return bounds.map((to, at): Chunk => {
    const from = bounds[at - 1] ?? 0;
    while ((ends[last] as number) < to) last += 1;
    const { atMs, endOrder } = chunks[last] as Chunk;
    const { value } = chunks[isNumbered ? at : last] as Chunk;
    return { value: putAt(value, path, material.slice(from, to)), atMs, endOrder };
  });
}

/** Other places than the known ones, in order; `count`: so many, `null`: as it comes. */
function otherCuts(
  known: readonly number[],
  places: readonly number[],
  count: number | null,
  random: () => number,
): readonly number[] | null {
  if (places.length === 0 || (count !== null && (count === 0 || count > places.length))) return null;
  for (let attempt = 0; attempt < 20; attempt++) {
    const wanted = count ?? Math.floor(random() * (Math.min(places.length, 2 * known.length + 2) + 1));
    const cuts = choose(places, wanted, random);
    if (cuts.length !== known.length || cuts.some((cut, at) => cut !== known[at])) return cuts;
  }
  return null;
}

function choose(places: readonly number[], count: number, random: () => number): readonly number[] {
  const left = [...places];
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(random() * (left.length - at));
    [left[at], left[other]] = [left[other] as number, left[at] as number];
  }
  return left.slice(0, count).sort((a, b) => a - b);
}

function endsOf(pieces: readonly Json[]): readonly number[] {
  let end = 0;
  return pieces.map((piece) => {
    end += typeof piece === 'string' ? piece.length : bytesOf(piece).length;
    return end;
  });
}

function ofText(pieces: readonly string[]): Material {
  const text = pieces.join('');
  return {
    length: text.length,
    slice: (from, to) => text.slice(from, to),
    // Between the two halves of a surrogate pair nothing is cut: half a character is no text.
    mayCut: (at) => !/^[\udc00-\udfff]/.test(text.charAt(at)),
  };
}

function ofBytes(pieces: readonly Json[]): Material {
  const bytes = Buffer.concat(pieces.map(bytesOf));
  const isBuffer = (pieces[0] as { readonly type?: Json }).type === 'Buffer';
  return {
    length: bytes.length,
    slice: (from, to) => encodeValue(isBuffer ? bytes.subarray(from, to) : Uint8Array.from(bytes.subarray(from, to))),
    mayCut: () => true,
  };
}

function bytesOf(piece: Json): Uint8Array {
  const bytes = decodeValue(piece) as ArrayBufferView | ArrayBuffer;
  return ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
}
