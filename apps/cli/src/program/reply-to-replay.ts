import { type ReplayOptions, waysOn } from '@stepfork/replay';
import type { Reply } from '../base-command.ts';
import { loadConfig } from '../config/load-config.ts';
import { exitCode, exitCodeOfStop, exitCodeOfVerdict } from '../exit-code.ts';
import { claimOfPerson, claimSources } from '../exporting/choose-claim.ts';
import { nameTrace } from '../load-test-case.ts';
import { loadTrace } from '../load-trace.ts';
import { resolveTestOptions, type TestFlags } from '../options/test-options.ts';
import { typedFlags } from '../options/typed-flags.ts';
import { commandLine } from '../render/command-line.ts';
import { renderUnseen } from '../render/program.ts';
import { renderReplay, renderVerdict } from '../render/verdict.ts';
import { keepReplay } from '../replaying/keep-replay.ts';
import type { Style } from '../style.ts';
import { noteUnknownClaimed } from '../unknown-claimed.ts';
import { UsageError } from '../usage-error.ts';
import { refuseForProgram, refuseSwitchedOff } from './program-flags.ts';
import { ProgramKilled } from './program-killed.ts';
import { isProgram } from './recorded-program.ts';
import { replayProgram } from './replay-program.ts';

interface ReplayFlags extends TestFlags {
  readonly agent?: string | undefined;
  readonly rechunk?: string | undefined;
  readonly claim?: string | undefined;
  readonly returns?: string | undefined;
  readonly exactly?: boolean;
  readonly 'expect-call'?: readonly string[] | undefined;
}

/** `stepfork replay f.sftrace -- node agent.mjs`: what it says stands on stderr, since stdout is the program's own. */
export async function replyToProgramReplay(
  file: string,
  flags: ReplayFlags,
  command: readonly string[],
  { argv, isJson }: { readonly argv: readonly string[]; readonly isJson: boolean },
): Promise<Reply> {
  refuseSwitchedOff();
  refuseForProgram(command, flags.agent === undefined ? {} : { agent: flags.agent });
  if (flags.rechunk !== undefined)
    throw new UsageError('--rechunk speaks of an agent that is a function, but a program was given behind --.', 'Leave it out.');
  const { trace, caseFile } = nameTrace(file);
  const traces = await loadTrace(trace);
  if (!isProgram(traces.trunk)) {
    throw new UsageError(
      `${trace} is the recording of an agent that is a function, not of a program.`,
      'Replay it without a command: the agent that it names, or --agent.',
    );
  }
  const { config } = await loadConfig(process.cwd());
  const rules: ReplayOptions = resolveTestOptions(flags, caseFile?.rules ?? config);
  const person = await claimOfPerson(claimSources(flags, caseFile === null ? config.claim : undefined));
  const claim = person?.claim ?? caseFile?.claim ?? null;
  if (claim !== null) noteUnknownClaimed(claim, traces);
  const done = await replayProgram(command, { trace, traces, rules, claim, stdout: isJson ? 'stderr' : 'own' }).catch((error: unknown) => {
    if (error instanceof ProgramKilled) return error;
    throw error;
  });
  if (done instanceof ProgramKilled) return killed(done);
  const { verdict, replay, ended, unseen } = done;
  const see = await keepReplay(done, trace, file);
  const ways = (): string =>
    verdict?.kind !== 'inconclusive'
      ? ''
      : [
          'Ways on:',
          ...waysOn(verdict, { file, agent: null, flags: typedFlags(flags), program: command }).map((way) => `- ${way}`),
          '',
        ].join('\n');
  const isJudged = claim !== null && verdict !== null;
  return {
    exit: isJudged
      ? exitCodeOfVerdict(verdict)
      : replay.stop !== null
        ? exitCodeOfStop(replay.stop)
        : (ended.code ?? exitCode.cannotExecute),
    value: isJudged ? { verdict, replay, unseen } : { ...replay, unseen },
    text: () => '',
    next: (style: Style) =>
      [
        verdict === null ? style.bold('replayed: the recording answered every call') : renderVerdict(verdict, style),
        renderReplay(replay, style, { forks: traces.forks.length }),
        ...renderUnseen(unseen, style),
        verdict === null || verdict.kind === 'pass'
          ? ''
          : `${see}${ways()}Again: ${commandLine('stepfork', 'replay', ...argv, '--', ...command)}`,
      ]
        .filter((line) => line !== '')
        .join('\n'),
    ...(!isJudged && replay.stop === null && ended.signal !== null ? { signal: ended.signal } : {}),
  };
}

/** Whoever pressed Ctrl-C wants no answer. */
function killed({ message, signal }: ProgramKilled): Reply {
  return {
    exit: exitCode.cannotExecute,
    value: { stop: message },
    text: () => '',
    next: () => `${message}: nothing was judged`,
    ...(signal && { signal }),
  };
}
