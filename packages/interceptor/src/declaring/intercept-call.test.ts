import { createTraceWriter } from '@stepfork/trace';
import { expect, test } from 'vitest';
import type { AnswerForm, PartObserver } from '../answer-form.ts';
import { record } from '../recording/record.ts';
import { type CurrentRun, currentRun } from '../running/current-run.ts';
import { intercepting } from '../running/intercepting.ts';
import { interceptCall } from './intercept-call.ts';
import { model } from './model.ts';
import { tool } from './tool.ts';
import { toolWork } from './tool-work.ts';

/** An answer of an SDK: a class of its own, which gives a text piece by piece. */
class Answer {
  readonly pieces: readonly string[];
  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }
}

const form: AnswerForm = {
  observe(answer: unknown, observer: PartObserver) {
    const { pieces } = answer as Answer;
    for (const piece of pieces) observer.chunk(piece);
    observer.end('done');
    return answer;
  },
  failure: (error) => (error === 'left' ? null : { error }),
  rebuild: () => new Answer([]),
  made: () => new Answer([]),
};
const call = { kind: 'tool', name: 'ask', input: { n: 1 }, effect: false, stable: false, example: null, form } as const;

test('an answer is taken down in parts, and reaches the agent as what it is', async () => {
  const answer = new Answer(['a', 'b']);
  let got: unknown;
  const trace = await record(async () => {
    got = await interceptCall(call, async () => answer);
  }, null);
  expect(got).toBe(answer);
  expect(trace.steps).toMatchObject([
    { call: { kind: 'tool', name: 'ask', input: { n: 1 } }, outcome: { kind: 'streamed', stream: 'parts', end: { kind: 'done' } } },
  ]);
  const [outcome] = trace.steps.map((step) => step.outcome);
  expect(outcome?.kind === 'streamed' && outcome.chunks.map(({ value }) => value)).toEqual(['a', 'b']);
});

test('that there is an answer and what is known of it at once are written in one piece, before the agent has it', async () => {
  const pieces: string[] = [];
  const writer = createTraceWriter({ encoding: 'text', write: (bytes) => pieces.push(new TextDecoder().decode(bytes)) });
  let writtenBefore = '';
  const agent = async (): Promise<void> => {
    await interceptCall(call, async () => new Answer(['a', 'b']));
    writtenBefore = pieces.join('');
  };
  await record(agent, null, { writer });
  expect(writtenBefore).toContain('"stream-end"');
  const withStart = pieces.find((piece) => piece.includes('"call-end"'));
  expect(withStart?.split('\n').flatMap((line) => /"type":"(.*?)"/.exec(line)?.[1] ?? [])).toEqual([
    'call-end',
    'call-chunk',
    'call-chunk',
    'stream-end',
  ]);
});

test('an answer that is one value is recorded as its form says, and reaches the agent as it is', async () => {
  const answer = { text: 'hi', cookie: 'a' };
  const asValue: AnswerForm = { ...form, value: () => ({ text: 'hi' }) };
  const trace = await record(async () => (await interceptCall({ ...call, form: asValue }, async () => answer)) === answer, null);
  expect(trace.outcome).toEqual({ kind: 'returned', value: true });
  expect(trace.steps[0]?.outcome).toEqual({ kind: 'returned', value: { text: 'hi' } });
});

test('what the agent itself broke off is left, not failed', async () => {
  const trace = await record(async () => interceptCall(call, () => Promise.reject('left')).catch(() => {}), null);
  expect(trace.steps[0]?.outcome).toEqual({ kind: 'streamed', stream: 'parts', chunks: [], end: { kind: 'cancelled' } });
});

test('what the world broke off has failed', async () => {
  const trace = await record(async () => interceptCall(call, () => Promise.reject('reset')).catch(() => {}), null);
  expect(trace.steps[0]?.outcome).toEqual({ kind: 'threw', error: 'reset' });
});

test('outside of a run nothing but the body is called', async () => {
  const answer = new Answer(['a']);
  expect(await interceptCall({ ...call, form: { ...form, observe: () => null } }, async () => answer)).toBe(answer);
  expect(currentRun()).toBeNull();
});

test('an adapter knows in whose body it is called', async () => {
  const seen: unknown[] = [];
  const runs = new Set<unknown>();
  const look = (): void => {
    const { id, ...place } = currentRun() as CurrentRun;
    runs.add(id);
    seen.push(place);
  };
  await record(async () => {
    look();
    await tool('t', look)();
    await model('m', look)();
  }, null);
  expect(seen).toEqual([
    { inside: null, step: null, isReplayed: false, guards: null, recorded: [] },
    { inside: 'tool', step: 0, isReplayed: false, guards: null, recorded: [] },
    { inside: 'model', step: 1, isReplayed: false, guards: null, recorded: [] },
  ]);
  expect(runs.size).toBe(1);
  await record(async () => look(), null);
  expect(runs.size).toBe(2);
});

test('the input of a recorded call is its own snapshot, unless another one has been put in its place', async () => {
  const input = { a: 1 };
  const asked = () => interceptCall({ ...call, input, recorded: input }, async () => new Answer([]));
  const { steps } = await record(async () => {
    await asked();
    await intercepting((one, next) => next({ ...one, input: { a: 2 } }), asked);
  }, null);
  expect(steps[0]?.call.input).toBe(input);
  expect(steps[1]?.call.input).toEqual({ a: 2 });
});

test('work that belongs to a tool is in none of its calls, and what it asks of tools has no parent', async () => {
  const seen: unknown[] = [];
  const trace = await record(async () => {
    await toolWork(async () => {
      seen.push(currentRun()?.inside);
      await tool('t', () => 1)();
    });
    seen.push(currentRun()?.inside);
  }, null);
  expect(seen).toEqual(['tool', null]);
  expect(trace.steps).toMatchObject([{ parent: null, call: { name: 't' } }]);
  expect(toolWork(() => currentRun())).toBeNull();
});

test('an answer of a form may be one value this time, and come in parts the next', async () => {
  const either: AnswerForm = {
    ...form,
    value: (answer) => (answer as Answer).pieces[0],
    inParts: (answer) => (answer as Answer).pieces.length > 1,
  };
  const trace = await record(async () => {
    for (const pieces of [['a'], ['a', 'b']]) await interceptCall({ ...call, form: either }, async () => new Answer(pieces));
  }, null);
  expect(trace.steps.map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'returned', value: 'a' },
    { kind: 'streamed', chunks: [{ value: 'a' }, { value: 'b' }] },
  ]);
});

test.each<readonly [string, Partial<AnswerForm>]>([
  ['observing', { observe: () => fails() }],
  ['taking the value', { value: () => fails() }],
])('a form that throws while %s is a fault of the recording, and the agent has its answer', async (_, faulty) => {
  const answer = new Answer(['a']);
  const got: unknown[] = [];
  const running = record(async () => {
    got.push(await interceptCall({ ...call, form: { ...form, ...faulty } }, async () => answer));
    return 'done';
  }, null);
  await expect(running).rejects.toMatchObject({ code: 'STEPFORK_RECORDING', cause: { message: 'a broken form' } });
  expect(got).toEqual([answer]);
});

function fails(): never {
  throw new RangeError('a broken form');
}
