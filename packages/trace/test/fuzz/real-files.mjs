import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTraceWriter, writeTrace } from '../../dist/index.js';

/** Files that a reader must take or refuse, with what it must say: short ones, so that many inputs are made of them. */
const conformance = join(import.meta.dirname, '..', '..', 'conformance', 'files');
const longest = 12_000;

const run = {
  id: 'trunk',
  agent: 'src/agent.ts#run',
  input: { question: 'Where is order 17? '.repeat(8), at: { $: 'date', value: '2026-03-01T09:00:00.000Z' } },
  startedAt: '2026-03-01T09:00:00.000Z',
  git: { commit: 'abc', dirty: true },
  versions: { node: '20.19.0' },
  policies: { look_up: 'frozen' },
  redaction: { keyId: 'k', rules: ['r'] },
};
const error = {
  $: 'error',
  class: 'TypeError',
  bases: ['Error'],
  name: 'TypeError',
  message: 'no',
  fields: { code: 'E' },
  cause: { $: 'undefined' },
};
/** One of each kind of value. */
const values = [
  { $: 'undefined' },
  [{ $: 'hole' }, { $: 'number', value: '-0' }],
  { $: 'bigint', value: '17' },
  { $: 'bytes', type: 'Uint8Array', value: 'AAEC' },
  { $: 'map', entries: [['a', { $: 'set', items: [1, 2] }]] },
  { $: 'url', value: 'https://shop.example/a?b=c' },
  { $: 'search-params', value: 'a=b' },
  { $: 'headers', entries: [['content-type', 'text/plain']] },
  { $: 'regexp', source: 'a+', flags: 'gi' },
  { $: 'opaque', type: 'Socket', path: '/a', fields: { open: true } },
  { $: 'object', entries: [['$', 1]] },
  { $: 'text', value: 'PdgA' },
  { $: 'json-number', value: '12345678901234567890' },
  error,
];

/** Files of every kind: `own` as they grow, as they are kept, as text, with and without a seal, forks and deflated blocks; `others` of the conformance suite. */
export async function realFiles() {
  const { bytes: plain, trace: trunk } = await grown(run, events());
  const file = fileOf(trunk);
  const derived = (kind, more) => ({ ...run, id: kind, derived: { kind, of: 'trunk', ...more } });
  const heads = [derived('attached', {}), derived('on-demand', { from: 'trunk' })];
  const forks = await Promise.all(heads.map(async (head) => (await grown(head, events().slice(0, 9))).trace));
  const whatIf = fileOf((await grown(derived('what-if', { step: 0 }), events())).trace);
  const streamed = fileOf((await grown(run, stream())).trace);
  const written = [];
  for (const encoding of ['packed', 'text']) {
    for (const one of [file, { ...file, forks }, whatIf, streamed]) written.push(await writeTrace(one, encoding));
  }
  const unsealed = plain.subarray(0, Math.floor(plain.length * 0.8));
  const own = [plain, unsealed, ...written.map((bytes) => Buffer.from(bytes))];
  const others = readdirSync(conformance).map((name) => readFileSync(join(conformance, name)));
  return { own, others: others.filter(({ length }) => length < longest) };
}

async function grown(head, list) {
  const pieces = [];
  const writer = createTraceWriter({ write: (bytes) => pieces.push(Buffer.from(bytes)) });
  for (const event of [{ type: 'run-start', run: head }, ...list]) writer.append(event);
  await writer.close();
  return { bytes: Buffer.concat(pieces), trace: writer.trace() };
}

function fileOf(trunk) {
  return { trunk, forks: [], sealed: true, damage: null };
}

/** Each event that there is, each end of a call, each way of an answer. */
function events() {
  const history = [{ role: 'user', content: run.input.question }];
  const asks = (step, more = {}) => {
    const call = { kind: 'tool', name: 'look_up', input: { step, history: [...history] }, effect: step % 2 === 1 };
    history.push({ role: 'tool', content: `answer ${step} `.repeat(20) });
    return { type: 'call-start', step, parent: null, call, atMs: step, ...more };
  };
  const answered = (step, how) => ({ type: 'call-answer', step, answered: how, atMs: step });
  const ends = (step, outcome) => ({ type: 'call-end', step, outcome, atMs: step });
  const list = [
    asks(0),
    { type: 'draw', kind: 'clock', site: 'src/agent.ts#run', value: 1772355600000, atMs: 0.5 },
    ends(0, { kind: 'returned', value: values }),
  ];
  list.push(asks(1, { parent: 0 }), answered(1, { how: 'exact' }), ends(1, { kind: 'threw', error }));
  list.push(asks(2), answered(2, { how: 'again', lent: { a: 1 } }), ends(2, { kind: 'streaming', stream: 'generator' }));
  list.push({ type: 'call-chunk', step: 2, value: { delta: 'on its way '.repeat(15) }, atMs: 3 });
  list.push({ type: 'stream-end', step: 2, end: { kind: 'done', value: 1 }, atMs: 4 });
  list.push(asks(3), ends(3, { kind: 'streaming' }), { type: 'stream-end', step: 3, end: { kind: 'threw', error }, atMs: 5 });
  list.push(asks(4), { type: 'run-end', outcome: { kind: 'returned', value: { ok: true } }, atMs: 6 });
  return list;
}

/** Tokens, which deflate well. */
function stream() {
  const call = { kind: 'model', name: 'm', input: run.input, effect: false };
  const tokens = Array.from({ length: 24 }, (_, at) => ({
    type: 'call-chunk',
    step: 0,
    value: { id: 'c', choices: [{ delta: `${at % 7} ` }] },
    atMs: 3 + at,
  }));
  return [
    { type: 'call-start', step: 0, parent: null, call, atMs: 1 },
    { type: 'call-end', step: 0, outcome: { kind: 'streaming', stream: 'parts' }, atMs: 2 },
    ...tokens,
    { type: 'stream-end', step: 0, end: { kind: 'cancelled' }, atMs: 90 },
    { type: 'run-end', outcome: { kind: 'threw', error }, atMs: 91 },
  ];
}
