import { resolve } from 'node:path';
import type { Reply } from '../../base-command.ts';
import { type Outcome, outcomeOf } from '../../ci/outcome.ts';
import { exitCode, exitCodeOfStop, exitCodeOfVerdict } from '../../exit-code.ts';
import { noteLiveRequests } from '../../inputs/note-live-requests.ts';
import { noteUnknownClaimed } from '../../inputs/unknown-claimed.ts';
import type { TypedClaimFlags } from '../../options/claim-flags.ts';
import type { TestFlags } from '../../options/test-options.ts';
import { typedFlags } from '../../options/typed-flags.ts';
import { commandLine } from '../../render/command-line.ts';
import { renderUnseen } from '../../render/program.ts';
import { renderWaysOn } from '../../render/stopped.ts';
import { renderReplay, renderUnjudged, renderVerdict } from '../../render/verdict.ts';
import { keepReplay } from '../../replaying/keep-replay.ts';
import { replyToRechunked } from '../../replaying/reply-to-replay.ts';
import type { Style } from '../../terminal/style.ts';
import { loadProgramCase, type ProgramCase } from './load-program-case.ts';
import { ProgramKilled } from './program-killed.ts';
import { type ReplayedProgram, replayProgram } from './replay-program.ts';
import { replyToKilled } from './reply-to-killed.ts';

interface ReplayFlags extends TestFlags, TypedClaimFlags {
  readonly agent?: string | undefined;
  readonly rechunk?: string | undefined;
}

interface Asked {
  readonly file: string;
  readonly flags: ReplayFlags;
  readonly command: readonly string[];
  /** What was typed before the command. */
  readonly argv: readonly string[];
}

/** `stepfork replay f.sftrace -- node agent.mjs`: what it says stands on stderr, since stdout is the program's own. */
export async function replyToProgramReplay(
  file: string,
  flags: ReplayFlags,
  command: readonly string[],
  { argv, isJson }: { readonly argv: readonly string[]; readonly isJson: boolean },
): Promise<Reply> {
  const loaded = await loadProgramCase(file, flags, command);
  const { trace, traces, options: rules, claim } = loaded;
  if (claim !== null) noteUnknownClaimed(claim, traces);
  noteLiveRequests(rules.policies ?? {}, traces);
  const { rechunk } = flags;
  try {
    const done = await replayProgram(command, { trace, traces, rules, claim, stdout: isJson ? 'stderr' : 'own' });
    const reply = await replyTo(done, loaded, { file, flags, command, argv });
    if (rechunk === undefined) return reply;
    const { verdict, replay } = await replayProgram(command, { trace, traces, rules: { ...rules, rechunk }, claim, stdout: 'nowhere' });
    return replyToRechunked(reply, done, { verdict, replay, seed: rechunk }, 'next');
  } catch (error) {
    if (error instanceof ProgramKilled) return replyToKilled(error);
    throw error;
  }
}

async function replyTo(
  done: ReplayedProgram,
  { trace, traces, configured, claim }: ProgramCase,
  { file, flags, command, argv }: Asked,
): Promise<Reply> {
  const { verdict, replay, ended, unseen } = done;
  const see = await keepReplay(done, trace, file);
  const ways = verdict === null ? '' : renderWaysOn(verdict, { file, agent: null, flags: typedFlags(flags), configured, program: command });
  const isJudged = claim !== null && verdict !== null;
  // Without a claim its own exit code is the answer.
  const outcomeOfProgram = (): Outcome => {
    const outcome = outcomeOf(verdict, replay.thrownAt, { file: resolve(file), line: 1 });
    if (isJudged || replay.stop !== null || ended.code === 0) return outcome;
    return { ...outcome, kind: 'fail', lines: [`fail: the program ended with ${ended.code ?? ended.signal}`] };
  };
  return {
    exit: isJudged
      ? exitCodeOfVerdict(verdict)
      : replay.stop !== null
        ? exitCodeOfStop(replay.stop)
        : (ended.code ?? exitCode.cannotExecute),
    value: isJudged ? { verdict, replay, unseen } : { ...replay, unseen },
    outcome: outcomeOfProgram(),
    text: () => '',
    next: (style: Style) =>
      [
        verdict === null ? renderUnjudged(replay.receipt, style) : renderVerdict(verdict, style),
        renderReplay(replay, style, traces),
        ...renderUnseen(unseen, style),
        see.trimEnd(),
        ways,
        verdict === null || verdict.kind === 'pass' ? '' : `Again: ${commandLine('stepfork', 'replay', ...argv, '--', ...command)}`,
      ]
        .filter((line) => line !== '')
        .join('\n'),
    ...(!isJudged && replay.stop === null && ended.signal !== null ? { signal: ended.signal } : {}),
  };
}
