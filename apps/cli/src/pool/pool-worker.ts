import type { ChildProcess } from 'node:child_process';
import { defaultTimeoutMs } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import type { Candidate, CandidateResult } from './candidate.ts';
import { decodeError } from './error-wire.ts';
import type { Leak } from './leak.ts';
import type { Modules, Order, Report } from './messages.ts';
import { killWorker, startWorker, type WorkerOptions } from './start-worker.ts';
import { createTraceSender } from './trace-wire.ts';

/** One worker process as the pool sees it. */
export interface PoolWorker {
  /** One run at a time. Rejects with what the worker threw. */
  readonly run: (candidate: Candidate, modules: Modules, signal: AbortSignal | undefined) => Promise<CandidateResult>;
  /** May not be given another run: it has ended, something leaked into it, or it has grown. */
  readonly isSpent: () => boolean;
  readonly kill: () => void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
}

interface Running {
  readonly id: number;
  readonly timeoutMs: number;
  readonly settle: (result: CandidateResult | Error) => void;
  /** So long the worker has not shown that its event loop turns; by our own pulse, since ours may stand still as well. */
  silentMs: number;
  limitMs: number;
}

/** On a machine that is busy, a worker may be silent that much longer than its agent blocks it. */
const graceMs = 1000;

/** Modules are no run: they may take long to load, but not for ever. */
const loadLimitMs = 60_000;

/** An aborted run gets this long to come to an end by itself. */
const abortGraceMs = 200;

let nextId = 0;

export function createPoolWorker(options: WorkerOptions): PoolWorker {
  const child = startWorker(options);
  const sender = createTraceSender();
  let running: Running | null = null;
  let spent = false;
  let isReady = false;

  const ended = new Promise<void>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null): void => {
      spent = true;
      const crashed = { kind: 'crashed', code, signal } as const;
      running?.settle(isReady ? crashed : new Error(`A worker process could not be started: it ended with ${signal ?? code}.`));
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

  function run(candidate: Candidate, modules: Modules, signal: AbortSignal | undefined): Promise<CandidateResult> {
    const id = nextId++;
    const { timeoutMs = defaultTimeoutMs } = candidate.rules;
    return new Promise((resolve, reject) => {
      const pulseMs = Math.min(1000, Math.max(20, timeoutMs / 4));
      const pulse = setInterval(() => feelPulse(pulseMs), pulseMs);
      const onAbort = (): void => {
        post({ type: 'abort', id });
        setTimeout(() => running?.id === id && kill(), abortGraceMs).unref();
      };
      running = {
        id,
        timeoutMs,
        silentMs: 0,
        limitMs: loadLimitMs,
        settle: (result) => {
          running = null;
          clearInterval(pulse);
          signal?.removeEventListener('abort', onAbort);
          keepAlive(child, false);
          if (result instanceof Error) reject(result);
          else resolve(result);
        },
      };
      keepAlive(child, true);
      signal?.addEventListener('abort', onAbort);
      const { traces, agent, claim, rules, mutant = null, source = null, isRemembered = false } = candidate;
      try {
        const wire = typeof traces === 'string' ? traces : sender.encode(filesOf(traces));
        post({ type: 'run', id, traces: wire, agent, claim, rules, mutant, source, isRemembered, modules });
      } catch (error) {
        // It was never asked, but may have been sent half of the values.
        kill();
        running.settle(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  /** A worker whose event loop stands still answers nothing. A limit that is heard in there is a matter of the replay itself. */
  function feelPulse(pulseMs: number): void {
    if (running === null) return;
    const { settle, timeoutMs } = running;
    running.silentMs += pulseMs;
    if (running.silentMs <= running.limitMs) {
      post({ type: 'ping' });
      return;
    }
    kill();
    settle({ kind: 'timed-out', timeoutMs });
  }

  function hear(report: Report): void {
    isReady = true;
    if (running === null) return;
    running.silentMs = 0;
    switch (report.type) {
      case 'ready':
      case 'pong':
        return;
      case 'running':
        if (report.id === running.id) running.limitMs = running.timeoutMs + graceMs;
        return;
      case 'done':
        if (report.id === running.id) finishOrCrash(report, running);
        return;
    }
  }

  /** What cannot be read was written by a worker that its agent has broken. */
  function finishOrCrash(report: Extract<Report, { readonly type: 'done' }>, ending: Running): void {
    try {
      finish(report, ending);
    } catch {
      kill();
      ending.settle({ kind: 'crashed', code: null, signal: null });
    }
  }

  function finish({ answer, leaks, heapBytes }: Extract<Report, { readonly type: 'done' }>, { settle }: Running): void {
    // Modules that were loaded anew stay in memory for as long as their process.
    if (leaks.length > 0 || heapBytes > (options.memoryMb * 1e6) / 2) kill();
    if (answer.kind === 'threw') {
      settle(decodeError(answer.error));
      return;
    }
    const { replay, trace, recording, source, kind: _, ...told } = answer;
    const checked = { ...told, replay: { ...replay, trace: sender.decodeReplayed(trace), recording }, ...(source && { source }) };
    settle(isSome(leaks) ? { kind: 'leaked', leaks, ...checked } : { kind: 'checked', ...checked });
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
