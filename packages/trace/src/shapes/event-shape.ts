import { type Answered, type Call, type Derivation, streamKinds } from '../trace.ts';
import { choice, count, flag, list, nullable, number, object, oneOf, optional, record, type ShapeOf, text, value } from './make-shape.ts';
import { checkOf, type ObjectShape, type ShapeCheck } from './shape.ts';
import type { RunHead, WireEvent } from './wire-event.ts';

const derivations: { readonly [D in Derivation as D['kind']]: ShapeOf<D> } = {
  attached: object({ kind: oneOf('attached'), of: text }),
  'on-demand': object({ kind: oneOf('on-demand'), of: text, from: text }),
  'what-if': object({ kind: oneOf('what-if'), of: text, step: count }),
  replayed: object({ kind: oneOf('replayed'), of: text, from: text, test: text }),
  minimized: object({
    kind: oneOf('minimized'),
    of: text,
    seal: nullable(text),
    signature: text,
    proof: text,
    edits: list(object({ by: text, removed: list(text) })),
    counts: object({ replays: optional(count), removals: count, unresolved: count }),
  }),
};

const run: ShapeOf<RunHead> = object({
  id: text,
  agent: nullable(text),
  startedAt: text,
  git: nullable(object({ commit: text, dirty: flag })),
  versions: record(text),
  policies: record(text),
  redaction: nullable(object({ keyId: text, rules: list(text) })),
  derived: optional(choice('kind', derivations)),
});

const plain = (how: string): ObjectShape => object({ how: oneOf(how) });
const lent = (how: string): ObjectShape => object({ how: oneOf(how), lent: value });
const answers: { readonly [H in Answered['how']]: ObjectShape } = {
  exact: plain('exact'),
  reused: plain('reused'),
  declared: plain('declared'),
  live: plain('live'),
  example: plain('example'),
  null: plain('null'),
  again: lent('again'),
  'next-unused': lent('next-unused'),
};

const call: ShapeOf<Call> = object({ kind: oneOf('tool', 'model'), name: text, input: value, effect: flag });

const returned = object({ kind: oneOf('returned'), value });
const answered = object({
  kind: oneOf('returned'),
  value,
  frozen: optional(object({ whole: list(text), alone: list(text) })),
});
const threw = object({ kind: oneOf('threw'), error: value });

const streaming = object({ kind: oneOf('streaming'), stream: optional(oneOf(...streamKinds)) });

/** The one description of what stands in a file of the newest version, apart from the values. */
export const eventShapes: { readonly [E in WireEvent as E['type']]: ShapeOf<E> } = {
  'run-start': object({ type: oneOf('run-start'), version: count, run }),
  value: object({ type: oneOf('value'), n: count, value }),
  'run-input': object({ type: oneOf('run-input'), value }),
  'call-start': object({ type: oneOf('call-start'), step: count, parent: nullable(count), call, atMs: number }),
  'call-answer': object({ type: oneOf('call-answer'), step: count, answered: choice('how', answers), atMs: number }),
  'call-end': object({
    type: oneOf('call-end'),
    step: count,
    outcome: choice('kind', { returned: answered, threw, streaming }),
    atMs: number,
  }),
  'call-chunk': object({ type: oneOf('call-chunk'), step: count, value, atMs: number }),
  'stream-end': object({
    type: oneOf('stream-end'),
    step: count,
    end: choice('kind', {
      done: object({ kind: oneOf('done'), value: optional(value) }),
      cancelled: object({ kind: oneOf('cancelled') }),
      interrupted: object({ kind: oneOf('interrupted') }),
      threw,
    }),
    atMs: number,
  }),
  draw: object({
    type: oneOf('draw'),
    kind: oneOf('clock', 'performance', 'random', 'uuid', 'bytes', 'timer', 'environment'),
    site: text,
    value,
    atMs: number,
  }),
  'run-end': object({
    type: oneOf('run-end'),
    outcome: choice('kind', { returned, threw, interrupted: object({ kind: oneOf('interrupted') }) }),
    atMs: number,
  }),
  seal: object({ type: oneOf('seal'), sha256: text }),
};

/** What is wrong with an event, or `null`: then it is a `WireEvent` whose values still have to be checked. */
export const checkEvent: ShapeCheck = checkOf(choice('type', eventShapes));
