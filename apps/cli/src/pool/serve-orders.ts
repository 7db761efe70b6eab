import { getHeapStatistics } from 'node:v8';
import {
  type Agent,
  check,
  holdBuiltIns,
  type LoadNeeds,
  loadNeeds,
  type Replay,
  type RunReplay,
  replay,
  runReplay,
  type Verdict,
} from '@stepfork/replay';
import type { ConductEdit } from '@stepfork/score';
import type { Redactor, TraceFile } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import type { AgentRef } from '../agent/agent-ref.ts';
import { guardAgent } from '../agent/guard.ts';
import { loadAgent } from '../agent/load-agent.ts';
import { isOfModules } from '../agent/module-listeners.ts';
import { pickExport } from '../agent/pick-export.ts';
import { type SourceAgent, sourceAgent } from '../agent/source-agent.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { encodeError } from './error-wire.ts';
import type { Leak } from './leak.ts';
import type { Modules, Order, Report, WireAnswer } from './messages.ts';
import { createTraceReceiver, tracesOf } from './trace-wire.ts';
import { type LeakWatch, watchLeaks } from './watch-leaks.ts';

type RunOrder = Extract<Order, { readonly type: 'run' }>;

// Taken before the agent's module can replace them.
const { setImmediate: soon } = globalThis;
const end: (code: number) => never = (process as unknown as { reallyExit(code: number): never }).reallyExit.bind(process);

/** The worker's side of the pool: takes orders, one run at a time. Loads a trace file, an agent, a redaction key once. */
export function serveOrders(send: (report: Report) => void): (order: Order) => void {
  const receiver = createTraceReceiver();
  const files = new Map<string, Promise<readonly TraceFile[]>>();
  const agents = new Map<string, Promise<Agent>>();
  const sources = new Map<string, Promise<SourceAgent>>();
  const redactors = new Map<string, { readonly redactor?: Redactor }>();
  let watch: LeakWatch | null = null;
  let isHeld = false;
  let shared = false;
  let unfinished = 0;
  let reads: ReadonlySet<string> | null = null;
  let current: { readonly id: number; readonly controller: AbortController } | null = null;

  return (order) => {
    switch (order.type) {
      case 'run':
        // An agent can break a process so far that nothing can be reported any more but its end.
        run(order).catch(() => end(70));
        return;
      case 'abort':
        if (current?.id === order.id) current.controller.abort();
        return;
      case 'ping':
        send({ type: 'pong' });
        return;
    }
  };

  async function run(order: RunOrder): Promise<void> {
    const controller = new AbortController();
    current = { id: order.id, controller };
    shared = false;
    const answer = await answerTo(order, controller.signal).catch(
      (error: unknown): WireAnswer => ({ kind: 'threw', error: encodeError(error) }),
    );
    // What is about to end, ends.
    await new Promise<void>((resolve) => soon(resolve));
    const { text: name } = order.agent;
    const own: readonly Leak[] = [
      ...(shared ? [{ kind: 'modules', name, change: 'changed' } as const] : []),
      ...(unfinished > 0 ? [{ kind: 'agent', name, change: 'added' } as const] : []),
    ];
    const leaks = [...own, ...(watch === null ? [] : await watch.leaks().catch(whatBroke))];
    current = null;
    send({ type: 'done', id: order.id, answer, leaks, heapBytes: getHeapStatistics().used_heap_size });
  }

  async function answerTo(order: RunOrder, signal: AbortSignal): Promise<WireAnswer> {
    const { id, claim, rules, mutant, source } = order;
    const traces = await filesOf(order.traces);
    // Before modules of the agent take what they read with.
    if (order.watchesReads) reads ??= (await import('../scoring/watch-reads.ts')).watchReads();
    const plain = await agentOf(order.agent, order.modules, needsOf(traces));
    const other = source === null ? null : await sourceOf(order.agent);
    const loaded = other === null ? plain : guardAgent(other.agent);
    const agent: Agent = async (input) => {
      unfinished += 1;
      try {
        return await loaded(input);
      } finally {
        unfinished -= 1;
      }
    };
    const redactor = redactorOf(order.agent, traces);
    // Before anybody looks what a run has changed, and for as long as the worker lives.
    if (!isHeld) holdBuiltIns();
    isHeld = true;
    watch ??= watchLeaks(isOfModules);
    send({ type: 'running', id });
    const options = { ...redactor, signal };
    const checking = async (): Promise<{ readonly verdict: Verdict | null; readonly replay: Replay }> =>
      claim === null
        ? { verdict: null, replay: await replay(traces, agent, { ...rules, ...options }) }
        : check({ ...rules, traces, agent, claim }, options, mutant === null ? runReplay : await replaysMutant(mutant));
    const [checked, shown] = source === null || other === null ? [await checking(), null] : await other.during(source, checking);
    const { trace, recording, ...rest } = checked.replay;
    return {
      kind: 'checked',
      verdict: checked.verdict,
      replay: rest,
      trace: receiver.encodeReplayed(trace),
      recording: tracesOf(traces).indexOf(recording),
      source: shown,
      reads: [...(reads ?? [])],
    };
  }

  function filesOf(traces: RunOrder['traces']): Promise<readonly TraceFile[]> {
    if (typeof traces !== 'string') return Promise.resolve(receiver.decode(traces));
    return once(files, traces, async () => [await readTraceFile(traces)]);
  }

  /** What an agent's modules do to the process when they are loaded first is no leak of a run: the watch begins anew. */
  function agentOf(ref: AgentRef, modules: Modules, needs: LoadNeeds): Promise<Agent> {
    return once(agents, `${modules} ${needs.http || needs.tools} ${ref.file}#${ref.exportName}`, () => {
      watch = null;
      return loadAgent(ref, {
        modules,
        needs,
        onShared: () => {
          shared = true;
        },
      });
    });
  }

  function sourceOf(ref: AgentRef): Promise<SourceAgent> {
    return once(sources, `${ref.file}#${ref.exportName}`, async () => sourceAgent(ref, (anew) => pickExport(anew, ref.exportName)));
  }

  function redactorOf({ root }: AgentRef, traces: readonly TraceFile[]): { readonly redactor?: Redactor } {
    const recorded = traces[0]?.trunk.run.redaction ?? null;
    if (recorded === null) return {};
    const key = `${recorded.keyId} ${root}`;
    const found = redactors.get(key) ?? redactorOfProject(root, recorded);
    redactors.set(key, found);
    return found;
  }
}

/** Loaded by those who are asked for it. */
async function replaysMutant({ edit }: { readonly edit: ConductEdit | null }): Promise<RunReplay> {
  const { runMutant } = await import('@stepfork/score');
  return runMutant(edit);
}

/** Of a trace file, or of all that were given. */
function needsOf(files: readonly TraceFile[]): LoadNeeds {
  const all = files.map(loadNeeds);
  return { http: all.some(({ http }) => http), tools: all.some(({ tools }) => tools), environment: all[0]?.environment ?? {} };
}

/** Where even looking fails, a built-in that we need was replaced. */
function whatBroke(error: unknown): readonly Leak[] {
  return [{ kind: 'built-in', name: error instanceof Error ? error.message : 'unknown', change: 'changed' }];
}

function once<T>(kept: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const found = kept.get(key) ?? load();
  kept.set(key, found);
  return found;
}
