import { type Claim, type CommandContext, check, type Forked, forkOnDemand, loadNeeds, type Verdict } from '@stepfork/replay';
import { StepforkError, type TraceFile } from '@stepfork/trace';
import type { Reply } from '../base-command.ts';
import { exitCode, exitCodeOfStop } from '../exit-code.ts';
import { claimOfCase } from '../exporting/claim-of-case.ts';
import { type LoadedTestCase, loadTestCase } from '../load-test-case.ts';
import { typedAgent } from '../options/typed-agent.ts';
import { typedFlags } from '../options/typed-flags.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { type ForkedRun, renderForked, renderNextAfterForked } from '../render/forked.ts';
import { renderStopped, renderWaysOn } from '../render/stopped.ts';
import { noteUnknownClaimed } from '../unknown-claimed.ts';
import { editTrace } from './edit-trace.ts';
import type { ForkFlags } from './fork-flags.ts';
import { interruptible } from './interruptible.ts';
import { countLiveCalls } from './live-calls.ts';
import { liveRules } from './live-rules.ts';
import { refuseNewSecrets } from './refuse-new-secrets.ts';
import { writeForks } from './write-forks.ts';

/** Runs the agent, lets what was named run for real where no recording answers, and adds that run to the forks of the trace. */
export async function makeFork(path: string, flags: ForkFlags): Promise<Reply> {
  const loaded = await loadTestCase(path, flags);
  const { project } = loaded;
  const claim = await claimOfCase(loaded, flags);
  const context = { file: path, agent: typedAgent(project, flags.agent), flags: typedFlags(flags), live: flags.live ?? [] };
  return interruptible((signal) =>
    editTrace(loaded.trace, async (edit): Promise<Reply> => {
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
  { project, options }: LoadedTestCase,
  { live, signal }: { readonly live: readonly string[]; readonly signal: AbortSignal },
): Promise<Forked> {
  const agent = await project.load();
  const calls = countLiveCalls();
  const rules = liveRules(options, live, { project, redaction: traces.trunk.run.redaction });
  return forkOnDemand(traces, agent, { ...rules, signal, onLive: calls.onLive }).finally(calls.done);
}

/** Offline, as the test will be; the fork is written by now, so nothing that goes wrong here may hide that. */
async function judge(
  traces: TraceFile,
  claim: Claim,
  { project, options }: LoadedTestCase,
  signal: AbortSignal,
): Promise<{ readonly verdict: Verdict | null; readonly why: string }> {
  noteUnknownClaimed(claim, traces);
  try {
    const agent = await project.load(loadNeeds(traces));
    const redactor = redactorOfProject(project.ref.root, traces.trunk.run.redaction);
    const { verdict } = await check({ traces, agent, claim, ...options }, { signal, ...redactor });
    return { verdict, why: '' };
  } catch (error) {
    if (signal.aborted) return { verdict: null, why: 'interrupted' };
    if (!StepforkError.isInstance(error)) throw error;
    return { verdict: null, why: `${error.message} ${error.hint}` };
  }
}
