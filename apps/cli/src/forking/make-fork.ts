import { type Claim, type CommandContext, check, type Forked, forkOnDemand, loadNeeds, type Verdict } from '@stepfork/replay';
import { StepforkError, type TraceFile } from '@stepfork/trace';
import type { Reply } from '../base-command.ts';
import { exitCode, exitCodeOfStop } from '../exit-code.ts';
import { noteUnknownClaimed } from '../inputs/unknown-claimed.ts';
import { typedFlags } from '../options/typed-flags.ts';
import { type ForkedRun, renderForked, renderNextAfterForked } from '../render/forked.ts';
import { renderStopped, renderWaysOn } from '../render/stopped.ts';
import { editTrace } from './edit-trace.ts';
import { type ForkCase, loadForkCase } from './fork-case.ts';
import type { ForkFlags } from './fork-flags.ts';
import { interruptible } from './interruptible.ts';
import { countLiveCalls } from './live-calls.ts';
import { liveRules } from './live-rules.ts';
import { noteMinimized } from './note-minimized.ts';
import { refuseEffects } from './refuse-effects.ts';
import { refuseNewSecrets } from './refuse-new-secrets.ts';
import { writeForks } from './write-forks.ts';

/** Runs the agent, lets what was named run for real where no recording answers, and adds that run to the forks of the trace. */
export async function makeFork(path: string, flags: ForkFlags, command: readonly string[] | null): Promise<Reply> {
  const loaded = await loadForkCase(path, flags, command);
  const { claim } = loaded;
  refuseEffects(flags.live ?? [], loaded.options.policies ?? {}, loaded.named.configured ?? {});
  const context = { file: path, ...loaded.named, flags: typedFlags(flags), live: flags.live ?? [] };
  return interruptible((signal) =>
    editTrace(loaded.trace, async (edit): Promise<Reply> => {
      noteMinimized(edit.file.trunk);
      const made = await runLive(edit.file, loaded, { live: context.live, signal });
      if (made.kind !== 'forked') return replyToNone(made, loaded.trace, context);
      refuseNewSecrets(edit.file.trunk, made.fork);
      const forks = [...edit.file.forks, made.fork];
      await writeForks(edit, forks);
      const judged = claim === null ? null : await judge({ ...edit.file, forks }, claim, loaded, signal);
      return replyToForked(made, { trace: loaded.trace, place: forks.length, judged }, context);
    }),
  );
}

function replyToNone(made: Exclude<Forked, { readonly kind: 'forked' }>, trace: string, context: CommandContext): Reply {
  switch (made.kind) {
    case 'nothing-asked': {
      const { place, run } = made.replay.receipt.recording;
      return {
        exit: exitCode.yes,
        value: { kind: made.kind, file: trace, recording: place, run },
        text: (style) => renderForked({ kind: made.kind, trace, place }, style),
      };
    }
    case 'stopped':
      return {
        exit: exitCodeOfStop(made.stop),
        value: { kind: made.kind, file: trace, stop: made.stop, bodiesRun: made.bodiesRun },
        text: (style) => renderStopped(made.stop, made.bodiesRun, style),
        next: () => renderWaysOn(made.stop, context),
      };
  }
}

function replyToForked(
  { kind, fork, replay, bodiesRun }: Extract<Forked, { readonly kind: 'forked' }>,
  written: Pick<ForkedRun, 'trace' | 'place' | 'judged'>,
  context: CommandContext,
): Reply {
  const from = replay.receipt.recording.place;
  const { trace, place, judged } = written;
  const shown: ForkedRun = { kind, fork, from, ...written };
  return {
    exit: exitCode.yes,
    value: { kind, file: trace, recording: place, run: fork.run.id, from, bodiesRun, verdict: judged?.verdict ?? null },
    text: (style) => renderForked(shown, style),
    next: (style) => renderNextAfterForked(shown, context, style),
  };
}

async function runLive(
  traces: TraceFile,
  { options, load, runnerOf, head, redactor }: ForkCase,
  { live, signal }: { readonly live: readonly string[]; readonly signal: AbortSignal },
): Promise<Forked> {
  const agent = await load();
  const calls = countLiveCalls();
  const rules = liveRules(options);
  const given = { ...rules, ...redactor(), live, run: head(), signal, onLive: calls.onLive };
  return forkOnDemand(traces, agent, given, runnerOf(rules, live)).finally(calls.done);
}

/** Offline, as the test will be; the fork is written by now, so nothing that goes wrong here may hide that. */
async function judge(
  traces: TraceFile,
  claim: Claim,
  { options, load, runnerOf, redactor }: ForkCase,
  signal: AbortSignal,
): Promise<{ readonly verdict: Verdict | null; readonly why: string }> {
  noteUnknownClaimed(claim, traces);
  try {
    const agent = await load(loadNeeds(traces));
    const { verdict } = await check({ traces, agent, claim, ...options }, { signal, ...redactor() }, runnerOf(options));
    return { verdict, why: '' };
  } catch (error) {
    if (signal.aborted) return { verdict: null, why: 'interrupted' };
    if (!StepforkError.isInstance(error)) throw error;
    return { verdict: null, why: `${error.message} ${error.hint}` };
  }
}
