import { getHeapStatistics } from 'node:v8';
import { type Agent, check, holdBuiltIns, type Replay, replay, type Verdict } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { guardAgent } from '../agent/guard.ts';
import { loadAhead } from '../agent/load-anew.ts';
import { isOfModules } from '../agent/module-listeners.ts';
import { encodeError } from './error-wire.ts';
import { keepLoads } from './kept-loads.ts';
import type { Leak } from './leak.ts';
import type { Order, Report, WireAnswer } from './messages.ts';
import { createTraceReceiver, tracesOf } from './trace-wire.ts';
import { type LeakWatch, watchLeaks } from './watch-leaks.ts';

type RunOrder = Extract<Order, { readonly type: 'run' }>;

// Taken before the agent's module can replace them.
const { setImmediate: soon } = globalThis;
const end: (code: number) => never = (process as unknown as { reallyExit(code: number): never }).reallyExit.bind(process);

/** The worker's side of the pool: takes orders, one run at a time. */
export function serveOrders(send: (report: Report) => void): (order: Order) => void {
  const receiver = createTraceReceiver();
  const loads = keepLoads();
  let watch: LeakWatch | null = null;
  let isHeld = false;
  let shared = false;
  let unfinished = 0;
  let reads: NewReads | null = null;
  let lastFile = '';
  const controllers = new Map<number, AbortController>();
  /** Whether the runs so far have left the worker fit for another one. An order may come before that is known. */
  let isFit: Promise<boolean> = Promise.resolve(true);

  return (order) => {
    switch (order.type) {
      case 'run':
        controllers.set(order.id, new AbortController());
        // An agent can break a process so far that nothing can be reported any more but its end.
        isFit = isFit.then((isSo) => isSo && run(order)).catch(() => end(70));
        return;
      case 'abort':
        controllers.get(order.id)?.abort();
        return;
      case 'ping':
        send({ type: 'pong' });
        return;
    }
  };

  /** Gives whether another run may follow. The answer does not hang on that. */
  async function run(order: RunOrder): Promise<boolean> {
    const { id } = order;
    const { signal } = controllers.get(id) ?? new AbortController();
    shared = false;
    const answer = await answerTo(order, signal).catch((error: unknown): WireAnswer => ({ kind: 'threw', error: encodeError(error) }));
    controllers.delete(id);
    // What is about to end, ends.
    await new Promise<void>((resolve) => soon(resolve));
    send({ type: 'answered', id, answer });
    // Said to who started this process, which is us.
    process.exitCode = undefined;
    const { text: name, file } = order.agent;
    const own: readonly Leak[] = [
      ...(shared ? [{ kind: 'modules', name, change: 'changed' } as const] : []),
      ...(unfinished > 0 ? [{ kind: 'agent', name, change: 'added' } as const] : []),
    ];
    const leaks = [...own, ...(watch === null ? [] : await watch.leaks().catch(whatBroke))];
    const grown = hasGrown();
    const mayFollow = leaks.length === 0 && !grown;
    send({ type: 'looked', leaks, hasGrown: grown });
    // While the pool makes something of the answer, if it has not yet asked for more. Where two agents take turns the guess would be wrong each time.
    if (order.modules === 'fresh' && order.source === null && mayFollow && file === lastFile) loadAhead(order.agent);
    lastFile = file;
    return mayFollow;
  }

  async function answerTo(order: RunOrder, signal: AbortSignal): Promise<WireAnswer> {
    const { id, claim, rules, mutant, source } = order;
    const traces = typeof order.traces === 'string' ? await loads.file(order.traces) : receiver.decode(order.traces);
    // Before modules of the agent take what they read with.
    if (order.isRemembered) reads ??= newReads((await import('../scoring/watch-reads.ts')).watchReads);
    const plain = await agentOf(order, traces);
    const other = source === null ? null : await loads.source(order.agent);
    const loaded = other === null ? plain : guardAgent(other.agent);
    const agent: Agent = async (input) => {
      unfinished += 1;
      try {
        return await loaded(input);
      } finally {
        unfinished -= 1;
      }
    };
    // Before anybody looks what a run has changed, and for as long as the worker lives.
    if (!isHeld) holdBuiltIns();
    isHeld = true;
    watch ??= watchLeaks(isOfModules);
    if (!order.isLoaded) send({ type: 'running', id });
    const compared = order.isRemembered && mutant === null ? (await scoring()).comparedReplays() : null;
    const options = { ...loads.redactor(order.agent, traces), signal };
    const checking = async (): Promise<{ readonly verdict: Verdict | null; readonly replay: Replay }> =>
      claim === null
        ? { verdict: null, replay: await replay(traces, agent, { ...rules, ...options }) }
        : check(
            { ...rules, traces, agent, claim },
            options,
            mutant === null ? compared?.run : (await scoring()).runMutant({ ...mutant, right: source?.right ?? null }),
          );
    const [checked, shown] = source === null || other === null ? [await checking(), null] : await other.during(source, checking);
    const { trace, receipt, recording, ...rest } = checked.replay;
    const place = tracesOf(traces).indexOf(recording);
    return {
      kind: 'checked',
      verdict: checked.verdict,
      replay: rest,
      replayed: receiver.encodeReplayed({ trace, receipt }, typeof order.traces === 'string' || place < 0 ? null : recording),
      recording: place,
      source: shown,
      isSteady: compared?.isSteady() ?? false,
      reads: reads?.() ?? [],
    };
  }

  /** What an agent's modules do to the process when they are loaded first is no leak of a run: the watch begins anew. */
  function agentOf({ agent, modules }: RunOrder, traces: readonly TraceFile[]): Promise<Agent> {
    return loads.agent(agent, traces, {
      modules,
      onShared: () => {
        shared = true;
      },
      onLoad: () => {
        watch = null;
      },
    });
  }
}

let score: ReturnType<typeof scoring> | null = null;

/** Loaded by those who are asked for it; once, since each import asks the thread of the module hooks. */
function scoring(): Promise<typeof import('@stepfork/score')> {
  score ??= import('@stepfork/score');
  return score;
}

/** Gives the paths that were added since it was asked last. */
type NewReads = () => readonly string[];

function newReads(watchReads: () => ReadonlySet<string>): NewReads {
  watchReads();
  let told = 0;
  return () => {
    const all = watchReads();
    if (told === all.size) return [];
    const added = [...all].slice(told);
    told = all.size;
    return added;
  };
}

/** Modules that were loaded anew stay in memory for as long as their process. */
function hasGrown(): boolean {
  const heap = getHeapStatistics();
  return heap.used_heap_size > heap.heap_size_limit / 2;
}

/** Where even looking fails, a built-in that we need was replaced. */
function whatBroke(error: unknown): readonly Leak[] {
  return [{ kind: 'built-in', name: error instanceof Error ? error.message : 'unknown', change: 'changed' }];
}
