import type { ChildProcess } from 'node:child_process';
import { defaultTimeoutMs } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import type { Candidate, CandidateResult } from './candidate.ts';
import { decodeError } from './error-wire.ts';
import type { Leak } from './leak.ts';
import type { Modules, Order, Report, WireAnswer } from './messages.ts';
import { killWorker, startWorker, type WorkerOptions } from './start-worker.ts';
import { createTraceSender, type WireFiles } from './trace-wire.ts';

/** One worker process as the pool sees it. */
export interface PoolWorker {
  /**
   * One run at a time; the next one may be asked for as soon as this one is answered. `null`: it was never begun, since of the run before
   * something was left, or too much memory was taken. Rejects with what the worker threw.
   */
  readonly run: (candidate: Candidate, modules: Modules, signal: AbortSignal | undefined) => Promise<CandidateResult | null>;
  /** May not be given another run: it has ended, something leaked into it, or it has grown. */
  readonly isSpent: () => boolean;
  readonly kill: () => void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

export interface PoolWorkerOptions extends WorkerOptions {
  readonly onLeaks: (leaks: readonly [Leak, ...Leak[]]) => void;
}

interface Running {
  readonly id: number;
  readonly timeoutMs: number;
  readonly settle: (result: CandidateResult | Error | null) => void;
  /** The agent's modules are loaded. */
  isBegun: boolean;
}

/** On a machine that is busy, a worker may be silent that much longer than its agent blocks it. */
const graceMs = 1000;

/** Modules are no run: they may take long to load, but not for ever. */
const loadLimitMs = 60_000;

/** An aborted run gets this long to come to an end by itself. */
const abortGraceMs = 200;

let nextId = 0;

export function createPoolWorker({ onLeaks, ...options }: PoolWorkerOptions): PoolWorker {
  const child = startWorker(options);
  const sender = createTraceSender();
  let running: Running | null = null;
  /** Of a run that is answered, while the worker looks at what it has left behind. */
  let lookedAt: { readonly timeoutMs: number } | null = null;
  let pulse: NodeJS.Timeout | undefined;
  /** So long the worker has not shown that its event loop turns; by our own pulse, since ours may stand still as well. */
  let silentMs = 0;
  /** All is loaded for this one; `null` where a run was not checked. */
  let checked: Candidate | null = null;
  let spent = false;
  let isReady = false;

  const ended = new Promise<void>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      spent = true;
      clearInterval(pulse);
      const crashed = { kind: 'crashed', code, signal } as const;
      running?.settle(isReady ? ifBegun(crashed) : new Error(`A worker process could not be started: it ended with ${signal ?? code}.`));
      resolve();
    };
    child.once('exit', end);
    child.once('error', () => end(null, null));
  });
  child.on('message', (report: Report) => hear(report));
  keepAlive(child, false);

  return {
    run,
    isSpent: () => spent,
    kill,
    ended,
  };

  function run(candidate: Candidate, modules: Modules, signal: AbortSignal | undefined): Promise<CandidateResult | null> {
    const id = nextId++;
    const { timeoutMs = defaultTimeoutMs } = candidate.rules;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        post({ type: 'abort', id });
        setTimeout(() => running?.id === id && kill(), abortGraceMs).unref();
      };
      running = {
        id,
        timeoutMs,
        isBegun: false,
        settle: (result) => {
          running = null;
          checked = result !== null && 'kind' in result && result.kind === 'checked' ? candidate : null;
          signal?.removeEventListener('abort', onAbort);
          keepAlive(child, false);
          if (result instanceof Error) reject(result);
          else resolve(result);
        },
      };
      silentMs = 0;
      feelEvery(Math.min(1000, Math.max(20, timeoutMs / 4)));
      keepAlive(child, true);
      signal?.addEventListener('abort', onAbort);
      const { traces, agent, claim, rules, mutant = null, source = null, isRemembered = false } = candidate;
      try {
        const wire = typeof traces === 'string' ? traces : sender.encode(filesOf(traces));
        const isLoaded = modules === 'kept' && checked !== null && loadsNothing(candidate, wire, checked);
        running.isBegun = isLoaded;
        post({ type: 'run', id, traces: wire, agent, claim, rules, mutant, source, isRemembered, modules, isLoaded });
      } catch (error) {
        // It was never asked, but may have been sent half of the values.
        kill();
        running.settle(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  function feelEvery(pulseMs: number): void {
    clearInterval(pulse);
    pulse = setInterval(() => feelPulse(pulseMs), pulseMs);
    // Whoever waits for a run is kept by the process that makes it.
    pulse.unref();
  }

  /** A worker whose event loop stands still answers nothing. A limit that is heard in there is a matter of the replay itself. */
  function feelPulse(pulseMs: number): void {
    silentMs += pulseMs;
    if (silentMs <= limitMs()) {
      post({ type: 'ping' });
      return;
    }
    const asked = running;
    kill();
    asked?.settle(ifBegun({ kind: 'timed-out', timeoutMs: asked.timeoutMs }));
  }

  function limitMs(): number {
    const blocking = lookedAt ?? (running?.isBegun === true ? running : null);
    return blocking === null ? loadLimitMs : blocking.timeoutMs + graceMs;
  }

  /** What ends a worker that is still looked at is the work of the run before. */
  function ifBegun(result: CandidateResult): CandidateResult | null {
    return lookedAt === null ? result : null;
  }

  function hear(report: Report): void {
    isReady = true;
    silentMs = 0;
    switch (report.type) {
      case 'ready':
      case 'pong':
        return;
      case 'running':
        if (report.id === running?.id) running.isBegun = true;
        return;
      case 'answered':
        if (report.id === running?.id) answer(report.answer, running);
        return;
      case 'looked':
        looked(report);
        return;
    }
  }

  function answer(wire: WireAnswer, { timeoutMs, settle }: Running): void {
    lookedAt = { timeoutMs };
    try {
      settle(read(wire));
    } catch {
      // What cannot be read was written by a worker that its agent has broken.
      kill();
      settle({ kind: 'crashed', code: null, signal: null });
    }
  }

  function read(answer: WireAnswer): CandidateResult | Error {
    if (answer.kind === 'threw') return decodeError(answer.error);
    const { replay, replayed, recording, source, ...told } = answer;
    return { ...told, replay: { ...replay, ...sender.decodeReplayed(replayed, recording), recording }, ...(source && { source }) };
  }

  function looked({ leaks, hasGrown }: Extract<Report, { readonly type: 'looked' }>): void {
    if (isSome(leaks)) onLeaks(leaks);
    if (isSome(leaks) || hasGrown) {
      kill();
      running?.settle(null);
    }
    lookedAt = null;
    if (running === null) clearInterval(pulse);
  }

  function post(order: Order): void {
    // One that ends just now is told of by its exit.
    if (child.connected) child.send(order, () => {});
  }

  function kill(): void {
    spent = true;
    // Its end is waited for.
    child.ref();
    killWorker(child);
  }
}

/** Whether all that a candidate needs has been loaded for the one before it. */
function loadsNothing({ agent, source }: Candidate, wire: WireFiles | string, before: Candidate): boolean {
  const hasSameFiles = typeof wire === 'string' ? wire === before.traces : wire.text === null && typeof before.traces !== 'string';
  return hasSameFiles && source === undefined && agent.file === before.agent.file && agent.exportName === before.agent.exportName;
}

function filesOf(traces: Exclude<Candidate['traces'], string>): readonly TraceFile[] {
  return Array.isArray(traces) ? traces : [traces as TraceFile];
}

function isSome(leaks: readonly Leak[]): leaks is readonly [Leak, ...Leak[]] {
  return leaks.length > 0;
}

/** An idle worker is no reason for the process to go on. */
function keepAlive(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
