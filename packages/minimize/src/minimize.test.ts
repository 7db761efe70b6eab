import { model, record, tool } from '@stepfork/interceptor';
import { type Claim, check, replay } from '@stepfork/replay';
import { traceFile } from '@stepfork/testkit';
import { readTrace, StepforkError, type Trace, writeTrace } from '@stepfork/trace';
import { describe, expect, it } from 'vitest';
import { type Minimization, type MinimizeOptions, minimize } from './minimize.ts';
import { runHere } from './run-here.ts';

interface Order {
  readonly id: string;
  readonly cents: number;
  readonly eu: boolean;
  readonly note: string;
}
interface Answer {
  readonly text: string;
  readonly call?: { readonly id: string };
}

const orders: readonly Order[] = Array.from({ length: 20 }, (_, at) => ({
  id: `order-${1000 + at}`,
  cents: 1000 + 37 * at,
  eu: at === 7 || at === 13,
  note: 'Left at the door. '.repeat(20),
}));
const ask = model('gpt', async ({ history }: { history: readonly unknown[] }): Promise<Answer> => {
  const at = (history.length - 1) / 2;
  const order = orders[at];
  return order === undefined ? { text: 'done' } : { text: `Next is ${order.id}.`, call: { id: order.id } };
});
const lookUp = tool('look_up', async ({ id }: { id: string }): Promise<Order | undefined> => orders.find((one) => one.id === id));
const refund = tool('refund', async (_input: { id: string; cents: number }): Promise<{ ok: boolean }> => ({ ok: true }), { effect: true });

/** Refunds one order after the other. Its bug: for orders of the EU it takes cents for euros. */
function agentWith(centsOf: (order: Order) => number, isDue: (order: Order) => boolean = ({ eu }) => eu) {
  return async ({ ask: request }: { ask: string; trace?: string }): Promise<{ refunds: unknown[] }> => {
    const history: unknown[] = [request];
    const refunds: unknown[] = [];
    for (;;) {
      const answer = await ask({ history: [...history] });
      if (answer.call === undefined) return { refunds };
      const order = (await lookUp({ id: answer.call.id })) as Order;
      if (isDue(order)) {
        const cents = centsOf(order);
        await refund({ id: order.id, cents });
        refunds.push({ id: order.id, cents });
      }
      history.push(answer, order);
    }
  };
}
const buggy = agentWith(({ cents }) => cents * 100);
const fixed = agentWith(({ cents }) => cents);
const crashes = async (input: { ask: string }): Promise<unknown> => {
  const { refunds } = await buggy(input);
  if (refunds.length > 0) throw new TypeError(`refund ${(refunds[0] as { id: string }).id} is too high`);
  return null;
};
const input = { ask: 'Refund what is due.', trace: 'web-4711' };

async function minimized(
  agent: (given: typeof input) => Promise<unknown>,
  options: Partial<MinimizeOptions> & { fixed?: typeof fixed } = {},
) {
  const recording = await record(agent, input);
  const { fixed: right, ...rest } = options;
  const done = await minimize(recording, {
    // The corrected code refunds other amounts, after which it looks up the next order.
    run: runHere({ buggy: agent, ...(right && { fixed: right }) }, { stable: ['look_up'] }),
    hasFixed: right !== undefined,
    root: import.meta.dirname,
    ...rest,
  });
  return { recording, done };
}
function reduced(done: Minimization): Extract<Minimization, { kind: 'reduced' | 'already-minimal' }> {
  if (done.kind === 'refused') throw new Error(JSON.stringify(done.refusal));
  return done;
}
const namesOf = ({ steps }: Trace): readonly string[] => steps.map(({ call }) => call.name);
const oneTurn = ['gpt', 'look_up', 'refund'];

describe('minimize', () => {
  it('keeps the turns that the same error needs, and nothing else', async () => {
    const { done } = await minimized(crashes, { unit: 'turns' });
    const { kind, proof, after, trace, level, counts } = reduced(done);
    expect({ kind, proof, level }).toEqual({ kind: 'reduced', proof: '1-minimal in turns', level: 'error' });
    expect(namesOf(trace)).toEqual([...oneTurn, 'gpt']);
    expect(after.turns).toBe(2);
    expect(counts.replays).toBeLessThanOrEqual(20);
  });

  it('pins the wrong values where a claim is violated and no corrected code is at hand', async () => {
    const claim: Claim = { returns: { refunds: [{ cents: 1259 }, { cents: 1481 }] } };
    const { done } = await minimized(buggy, { unit: 'turns', claim });
    expect(namesOf(reduced(done).trace)).toEqual([...oneTurn, ...oneTurn, 'gpt']);
    expect(reduced(done).level).toBe('wrong-values');
  });

  it('names what is needed by the steps of the result, and the failure by no step', async () => {
    const claim: Claim = { calls: [{ tool: 'refund', with: { cents: 1259 }, times: 2 }] };
    for (const given of [{ claim }, { fixed }]) {
      const { trace, needed, signature } = reduced((await minimized(buggy, { unit: 'turns', ...given })).done);
      const steps = needed.flatMap(({ label }) => (/^steps? (\d+)(?:-(\d+))?/.exec(label) ?? []).slice(1).filter((at) => at !== undefined));
      expect(Number(steps[0])).toBe(0);
      expect(Number(steps.at(-1))).toBe(trace.steps.length - 1);
      expect(signature).not.toContain('(step');
    }
  });

  it('needs one wrong item only where corrected code tells what is right', async () => {
    const { done } = await minimized(buggy, { fixed, unit: 'turns' });
    expect(namesOf(reduced(done).trace)).toEqual([...oneTurn, 'gpt']);
    expect(reduced(done).level).toBe('differential');
  });

  it('tells the corrected code by what it asks of a tool whose policy is sink, too', async () => {
    const pay = tool('pay_undeclared', async (_input: { cents: number }) => ({ ok: true }));
    const paying = (factor: number) => async (): Promise<string> => {
      await ask({ history: ['pay'] });
      await pay({ cents: 700 * factor });
      return 'paid';
    };
    const recording = await record(paying(100), null);
    const policies = { tools: { pay_undeclared: 'sink' as const } };
    const run = runHere({ buggy: paying(100), fixed: paying(1) }, { policies });
    const options: MinimizeOptions = { run, hasFixed: true, root: import.meta.dirname };
    const done = await minimize(recording, { ...options, policies });
    expect(reduced(done).signature).toBe('the buggy and the fixed code disagree: pay_undeclared at /cents is 70000, by the fixed code 700');
    expect(await minimize(recording, options)).toMatchObject({ kind: 'refused', refusal: { kind: 'no-failure' } });
  });

  it('comes to an end where what was taken out is there again when the run is recorded anew', async () => {
    const recording = await record(buggy, input);
    const run = runHere({ buggy, fixed }, { stable: ['look_up'] });
    const done = await minimize(recording, {
      // As a client does that fills in what its server left out.
      run: async (candidate, signal) => {
        const ran = await run(candidate, signal);
        return ran.kind === 'replayed' ? { ...ran, replay: { ...ran.replay, trace: filledIn(ran.replay.trace) } } : ran;
      },
      hasFixed: true,
      root: import.meta.dirname,
      maxReplays: 500,
    });
    const { kind, proven, trace, counts } = reduced(done);
    expect({ kind, proven, names: namesOf(trace) }).toEqual({ kind: 'reduced', proven: true, names: [...oneTurn, 'gpt'] });
    expect(trace.steps[2]?.outcome).toMatchObject({ value: { ok: true } });
    expect(counts.replays).toBeLessThan(100);
  });

  it('takes out what nobody reads, and simplifies the rest', async () => {
    const { done } = await minimized(buggy, { fixed });
    const { trace, proof, after, before } = reduced(done);
    expect(proof).toBe('1-minimal in turns and payload classes');
    expect(trace.steps[1]?.outcome).not.toHaveProperty('value.note');
    expect(trace.run.input).toEqual({});
    expect(after.bytes).toBeLessThan(before.bytes / 50);
  });

  it('asks about payloads by class as often, however many turns are needed', async () => {
    const payloadReplays = async (needed: number): Promise<number> => {
      const wrong = orders.slice(0, needed).map(({ id }) => id);
      const agent = agentWith(
        ({ id, cents }) => (wrong.includes(id) ? cents * 100 : cents),
        ({ id }) => wrong.includes(id),
      );
      const claim: Claim = { returns: { refunds: orders.slice(0, needed).map(({ id, cents }) => ({ id, cents })) } };
      const replays = async (unit: 'turns' | 'classes'): Promise<number> =>
        reduced((await minimized(agent, { claim, unit })).done).counts.replays;
      return (await replays('classes')) - (await replays('turns'));
    };
    const [few, many] = [await payloadReplays(2), await payloadReplays(8)];
    expect(many - few).toBeLessThanOrEqual(2);
    expect(many).toBeLessThanOrEqual(20);
  });

  it('takes a pass back after which the default rules see another failure, and proves what is left', async () => {
    const recording = await record(buggy, input);
    const run = runHere({ buggy, fixed }, { stable: ['look_up'] });
    const done = await minimize(recording, {
      // As an agent does that answers to its notes being gone only where its prompts are compared.
      run: async (candidate, signal) => {
        const hasNotes = JSON.stringify(candidate.trace.steps.map(({ outcome }) => outcome)).includes('Left at the door');
        if (candidate.match === 'key' && candidate.side === 'buggy' && !hasNotes) return { kind: 'not-run', why: 'no', stop: null };
        return run(candidate, signal);
      },
      hasFixed: true,
      root: import.meta.dirname,
      maxReplays: 1000,
    });
    const { kind, trace, passes } = reduced(done);
    expect({ kind, names: namesOf(trace) }).toEqual({ kind: 'reduced', names: [...oneTurn, 'gpt'] });
    expect(trace.steps[1]?.outcome).toHaveProperty('value.note');
    expect(passes.some(({ pass, before, after, removed }) => pass === 'parts' && before === after && removed.length === 0)).toBe(true);
  });

  it('gives a recording whose inputs are true: the default rules answer all, and the verdict is the same', async () => {
    const { done } = await minimized(crashes, { unit: 'classes' });
    const file = await readTrace(await writeTrace(traceFile(reduced(done).trace), 'packed'));
    const { verdict, replay } = await check({ traces: file, agent: crashes, claim: { throws: false } });
    expect(verdict.kind).toBe('fail');
    expect(replay.receipt.entries.every(({ how }) => how === 'exact')).toBe(true);
    expect(file.trunk.run.derived).toMatchObject({
      kind: 'minimized',
      edits: expect.arrayContaining([expect.objectContaining({ by: 'turns' })]),
    });
  });

  it('finds that its own result is minimal already', async () => {
    const { done } = await minimized(crashes, { unit: 'classes' });
    const small = reduced(done).trace;
    const again = await minimize(small, {
      run: runHere({ buggy: crashes }),
      hasFixed: false,
      root: import.meta.dirname,
      unit: 'classes',
    });
    expect(reduced(again)).toMatchObject({ kind: 'already-minimal', proven: true, trace: small });
  });

  it('gives the same result whatever the number of workers', async () => {
    const recording = await record(crashes, input);
    const using = (workers: number): Promise<Minimization> =>
      minimize(recording, {
        run: runHere({ buggy: crashes }),
        hasFixed: false,
        root: import.meta.dirname,
        workers,
        unit: 'classes',
      });
    const [one, three] = [await using(1), await using(3)];
    expect(reduced(three).trace.steps).toEqual(reduced(one).trace.steps);
  });

  it('refuses a failure that does not reproduce, after one replay', async () => {
    const recording = await record(crashes, input);
    const done = await minimize(recording, { run: runHere({ buggy }), hasFixed: false, root: import.meta.dirname });
    expect(done).toMatchObject({ kind: 'refused', refusal: { kind: 'not-reproduced', found: null }, replays: 1 });
  });

  it.each([
    ['turns', 4],
    ['classes', 4],
    ['classes', 12],
    ['classes', 20],
  ] as const)(
    'proves nothing in %s by an agent that carries something from run to run, and fails otherwise after %i',
    async (unit, runs) => {
      let run = 0;
      const warmsUp = async (given: { ask: string }): Promise<unknown> => {
        run += 1;
        const { refunds } = await buggy(given);
        if (refunds.length > 0) throw new TypeError(run > runs ? 'warm' : 'cold');
        return null;
      };
      const { proven, proof, stopped } = reduced((await minimized(warmsUp, { unit })).done);
      expect([proven, proof, stopped]).toEqual([false, 'reduced, not proven', 'not-deterministic']);
    },
  );

  it('refuses an agent that fails in another way each time', async () => {
    let times = 0;
    const moody = async (given: typeof input): Promise<unknown> => {
      await buggy(given);
      times += 1;
      throw times < 3 ? new TypeError('no') : new RangeError('no');
    };
    const { done } = await minimized(moody);
    expect(done).toMatchObject({ kind: 'refused', refusal: { kind: 'not-deterministic' }, replays: 2 });
  });

  it('leaves in what a claim expects and was told, where no corrected code tells what it needs', async () => {
    const all = orders.filter(({ eu }) => eu).map(({ id, cents }) => ({ id, cents }));
    const { done } = await minimized(buggy, { claim: { returns: { refunds: all } }, unit: 'nodes' });
    const told = JSON.stringify(reduced(done).trace.steps.map(({ outcome }) => outcome));
    for (const { id, cents } of all) expect([told.includes(id), told.includes(`${cents}`)]).toEqual([true, true]);
  });

  it('counts a removal as tried where it was replayed, and apart what the claim rules out', async () => {
    const recording = await record(buggy, input);
    let runs = 0;
    const here = runHere({ buggy });
    const all = orders.filter(({ eu }) => eu).map(({ id, cents }) => ({ id, cents }));
    const options = { hasFixed: false, root: import.meta.dirname, claim: { returns: { refunds: all } }, unit: 'turns' } as const;
    const first = reduced(await minimize(recording, { ...options, run: here }));
    const again = reduced(
      await minimize(first.trace, {
        ...options,
        run: (candidate, signal) => {
          runs += 1;
          return here(candidate, signal);
        },
      }),
    );
    expect(again.after.turns).toBe(3);
    expect(again.counts.removals + again.ruledOut).toBe(3);
    expect(again.ruledOut).toBe(2);
    // Two to confirm the failure, and one that it is still there.
    expect({ replays: again.counts.replays, removals: again.counts.removals }).toEqual({ replays: runs, removals: runs - 3 });
  });

  it('leaves in an answer what a model repeats of it', async () => {
    const secret = 'ticket-0011223344';
    const getLog = tool('get_log', async () => ({ lines: ['starting', `${secret} was rejected`, 'stopping'], host: 'a' }));
    const sums = model('sums', async ({ text }: { text: string }) => ({ title: text.split('\n')[1] ?? '' }));
    const report = tool('report', async (_input: { title: string }) => ({ ok: true }), { effect: true });
    const reporting = (mask: (title: string) => string) => async () => {
      const { lines } = await getLog();
      const { title } = await sums({ text: lines.join('\n') });
      await report({ title: mask(title) });
    };
    const masked = (title: string): string => title.replace(/ticket-\d+/, '***');
    const agents = { buggy: reporting((title) => title), fixed: reporting(masked) };
    const recording = await record(agents.buggy, null);
    const done = await minimize(recording, { run: runHere(agents), hasFixed: true, root: import.meta.dirname });
    const { trace } = reduced(done);
    const [told, said] = trace.steps.map(({ outcome }) => JSON.stringify(outcome));
    const [key] = said?.match(/ticket-\d+/) ?? [];
    expect(key).toMatch(/^ticket-0/);
    expect(told).toContain(key);
    expect(told).not.toContain('host');
  });

  it('takes out whole turns only where no corrected code is run beside it', async () => {
    const { done } = await minimized(crashes);
    expect(reduced(done).proof).toBe('1-minimal in turns');
    expect(reduced(done).trace.steps[1]?.outcome).toHaveProperty('value.note');
  });

  it('never follows another failure, and tells of it', async () => {
    const slips = async (given: typeof input): Promise<unknown> => {
      const { refunds } = await buggy(given);
      if (refunds.length === 1) throw new RangeError('only one');
      throw new TypeError(`${refunds.length} are too high`);
    };
    const { done } = await minimized(slips, { unit: 'turns' });
    const { trace, alsoFound } = reduced(done);
    expect(trace.outcome).toMatchObject({ kind: 'threw', error: { name: 'TypeError' } });
    if (namesOf(trace).length > 1)
      expect(alsoFound).toEqual([{ text: expect.stringContaining('RangeError: only one'), times: expect.any(Number) }]);
  });

  it('gives the best so far when its replays are used up, and says that nothing is proven', async () => {
    const { done } = await minimized(crashes, { maxReplays: 4 });
    const { proof, proven, stopped, counts } = reduced(done);
    expect({ proof, proven, stopped }).toEqual({ proof: 'reduced, not proven', proven: false, stopped: 'budget' });
    expect(counts.replays).toBeLessThanOrEqual(4);
  });

  it.each([1, 2, 3, 4, 5, 6, 8, 11, 20])(
    'makes no more than %i replays where that is the limit, and what it gives fails',
    async (maxReplays) => {
      for (const right of [{}, { fixed }]) {
        for (const workers of [1, 3]) {
          let asked = 0;
          const recording = await record(crashes, input);
          const here = runHere({ buggy: crashes, fixed }, { stable: ['look_up'] });
          const done = await minimize(recording, {
            run: (candidate, signal) => {
              asked += 1;
              return here(candidate, signal);
            },
            hasFixed: 'fixed' in right,
            root: import.meta.dirname,
            maxReplays,
            workers,
          });
          expect([asked, done.kind === 'refused' ? done.replays : done.counts.replays]).toEqual([asked, asked]);
          expect(asked).toBeLessThanOrEqual(maxReplays);
          if (done.kind === 'reduced') expect((await replay(traceFile(done.trace), crashes)).trace.outcome.kind).toBe('threw');
        }
      }
    },
  );

  it('ends at a limit of time, by whatever clock, with the best so far', async () => {
    const clock = new AbortController();
    const recording = await record(crashes, input);
    const here = runHere({ buggy: crashes });
    let asked = 0;
    const limits: number[] = [];
    const done = await minimize(recording, {
      run: (candidate, signal) => {
        asked += 1;
        if (asked === 5) clock.abort();
        return here(candidate, signal);
      },
      hasFixed: false,
      root: import.meta.dirname,
      maxTimeMs: 700,
      timeout: (ms) => {
        limits.push(ms);
        return clock.signal;
      },
    });
    const { proof, stopped, kind, counts } = reduced(done);
    expect(limits).toEqual([700]);
    expect({ proof, stopped, kind }).toEqual({ proof: 'reduced, not proven', stopped: 'budget', kind: 'reduced' });
    // The one that ran, and that of the result under the default rules.
    expect(counts.replays).toBe(asked);
    expect(asked).toBeLessThanOrEqual(6);
  });

  it('refuses a recorded refusal of ours without a replay; an error with a code like ours is the failure that it is', async () => {
    const refuses = async (): Promise<unknown> => {
      throw new StepforkError('STEPFORK_TEST', 'refused', { hint: '' });
    };
    const lookalike = async (given: typeof input): Promise<unknown> => {
      await crashes(given).catch(() => {});
      throw Object.assign(new Error('mine'), { code: 'STEPFORK_MINE' });
    };
    const { done: ours } = await minimized(refuses);
    expect(ours).toMatchObject({ kind: 'refused', refusal: { kind: 'cannot-execute' }, replays: 0 });
    const { done: theirs } = await minimized(lookalike);
    expect(reduced(theirs)).toMatchObject({ kind: 'reduced', level: 'error', signature: expect.stringContaining('mine') });
  });

  it('takes no refusal of ours for a failure of the agent', async () => {
    const recording = await record(crashes, input);
    const asksMore = async (given: typeof input): Promise<unknown> => {
      await lookUp({ id: 'another' });
      return crashes(given);
    };
    const done = await minimize(recording, { run: runHere({ buggy: asksMore }), hasFixed: false, root: import.meta.dirname });
    expect(done).toMatchObject({ kind: 'refused', refusal: { kind: 'cannot-execute', side: 'buggy' }, replays: 1 });
  });
});

function filledIn(trace: Trace): Trace {
  const steps = trace.steps.map((step) => {
    const { call, outcome } = step;
    return call.name === 'refund' && outcome.kind === 'returned' ? { ...step, outcome: { ...outcome, value: { ok: true } } } : step;
  });
  return { ...trace, steps };
}
