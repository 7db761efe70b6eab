import { checkOf, type Shape, type ShapeCheck } from './shape.ts';
import { type Answered, type Call, type Derivation, streamKinds } from './trace.ts';
import type { RunHead, WireEvent } from './wire-event.ts';

/** A shape with exactly the members of `T`, so that a member that is new there and missing here does not compile. */
interface ShapeOf<T> {
  readonly kind: 'object';
  readonly members: { readonly [K in keyof T]-?: Shape };
}

type ShapeObject = Extract<Shape, { readonly kind: 'object' }>;

const text: Shape = { kind: 'text' };
const flag: Shape = { kind: 'flag' };
const number: Shape = { kind: 'number' };
const count: Shape = { kind: 'count' };
const value: Shape = { kind: 'value' };

const derivations: { readonly [D in Derivation as D['kind']]: ShapeOf<D> } = {
  attached: object({ kind: literal('attached'), of: text }),
  'on-demand': object({ kind: literal('on-demand'), of: text, from: text }),
  'what-if': object({ kind: literal('what-if'), of: text, step: count }),
  replayed: object({ kind: literal('replayed'), of: text, from: text, test: text }),
};

const run: ShapeOf<RunHead> = object({
  id: text,
  agent: nullable(text),
  startedAt: text,
  git: nullable(object({ commit: text, dirty: flag })),
  versions: { kind: 'record', of: text },
  policies: { kind: 'record', of: text },
  redaction: nullable(object({ keyId: text, rules: { kind: 'list', of: text } })),
  derived: optional(choice('kind', derivations)),
});

const plain = (how: string): ShapeObject => object({ how: literal(how) });
const lent = (how: string): ShapeObject => object({ how: literal(how), lent: value });
const answers: { readonly [H in Answered['how']]: ShapeObject } = {
  exact: plain('exact'),
  reused: plain('reused'),
  declared: plain('declared'),
  live: plain('live'),
  example: plain('example'),
  null: plain('null'),
  again: lent('again'),
  'next-unused': lent('next-unused'),
};

const call: ShapeOf<Call> = object({ kind: { kind: 'one-of', values: ['tool', 'model'] }, name: text, input: value, effect: flag });

const returned = object({ kind: literal('returned'), value });
const threw = object({ kind: literal('threw'), error: value });

const streaming = object({ kind: literal('streaming'), stream: optional({ kind: 'one-of', values: streamKinds }) });

const events: { readonly [E in WireEvent as E['type']]: ShapeOf<E> } = {
  'run-start': object({ type: literal('run-start'), version: count, run }),
  value: object({ type: literal('value'), n: count, value }),
  'run-input': object({ type: literal('run-input'), value }),
  'call-start': object({ type: literal('call-start'), step: count, parent: nullable(count), call, atMs: number }),
  'call-answer': object({ type: literal('call-answer'), step: count, answered: choice('how', answers), atMs: number }),
  'call-end': object({
    type: literal('call-end'),
    step: count,
    outcome: choice('kind', { returned, threw, streaming }),
    atMs: number,
  }),
  'call-chunk': object({ type: literal('call-chunk'), step: count, value, atMs: number }),
  'stream-end': object({
    type: literal('stream-end'),
    step: count,
    end: choice('kind', {
      done: object({ kind: literal('done'), value: optional(value) }),
      cancelled: bare('cancelled'),
      interrupted: bare('interrupted'),
      threw,
    }),
    atMs: number,
  }),
  draw: object({
    type: literal('draw'),
    kind: { kind: 'one-of', values: ['clock', 'performance', 'random', 'uuid', 'bytes', 'timer', 'environment'] },
    site: text,
    value,
    atMs: number,
  }),
  'run-end': object({
    type: literal('run-end'),
    outcome: choice('kind', { returned, threw, interrupted: bare('interrupted') }),
    atMs: number,
  }),
  seal: object({ type: literal('seal'), sha256: text }),
};

/** The one description of what stands in a file of the newest version, apart from the values. */
const eventShape: Shape = choice('type', events);

/** What is wrong with an event, or `null`: then it is a `WireEvent` whose values still have to be checked. */
export const checkEvent: ShapeCheck = checkOf(eventShape);

function object<T extends Readonly<Record<string, Shape>>>(members: T): { readonly kind: 'object'; readonly members: T } {
  return { kind: 'object', members };
}

function nullable(of: Shape): Shape {
  return { kind: 'nullable', of };
}

function optional(of: Shape): Shape {
  return { kind: 'optional', of };
}

function literal(text: string): Shape {
  return { kind: 'one-of', values: [text] };
}

function bare(kind: string): ShapeObject {
  return object({ kind: literal(kind) });
}

function choice(by: string, of: Extract<Shape, { readonly kind: 'choice' }>['of']): Shape {
  return { kind: 'choice', by, of };
}
