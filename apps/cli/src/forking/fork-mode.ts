import { UsageError } from '../errors/usage-error.ts';
import type { ForkFlags } from './fork-flags.ts';
import { isToolAnswer } from './is-tool-answer.ts';

/** What is to be made: a recorded run attached, a fork recorded on demand, a what-if; or forks that nobody needs are to go. */
export type ForkMode = 'attach' | 'on-demand' | 'what-if' | 'prune';

/**
 * Which of the four jobs was asked for.
 *
 * @throws UsageError for flags that exclude each other, and for what a job cannot do without
 */
export function forkMode(flags: ForkFlags, hasProgram: boolean): ForkMode {
  const modes = (['from', 'at', 'prune'] as const).filter((name) => isGiven(flags[name]));
  const [mode, other] = modes;
  if (other !== undefined) {
    throw new UsageError(
      `--${mode} and --${other} exclude each other.`,
      'One command attaches a run (--from), makes a what-if (--at), or drops forks (--prune).',
    );
  }
  if (mode === undefined) {
    refuse(flags, 'a fork on demand', 'it goes into the trace file itself; -o is for what-ifs, made with --at', ['output', 'force']);
    refuseBareAnswers(flags);
    return 'on-demand';
  }
  switch (mode) {
    case 'from':
      refuse(flags, '--from', 'nothing is run, the run is there already', [...running, 'live', 'answer', 'output', 'force']);
      if (hasProgram) {
        throw new UsageError('A program behind -- says nothing with --from: nothing is run, the run is there already.', 'Leave it out.');
      }
      return 'attach';
    case 'at':
      refuse(flags, '--at', 'a what-if is another world, so no claim judges it', claiming);
      requireForWhatIf(flags);
      return 'what-if';
    case 'prune':
      refuse(flags, '--prune', 'no call runs for real, and no file but the trace is written', ['live', 'output', 'force']);
      return 'prune';
  }
}

const running = ['agent', 'policy', 'stable', 'ignore', 'order', 'timeout', 'max-calls'] as const;
const claiming = ['claim', 'returns', 'exactly', 'expect-call'] as const;

function refuse(flags: ForkFlags, mode: string, why: string, names: readonly (keyof ForkFlags)[]): void {
  const given = names.find((name) => isGiven(flags[name]));
  if (given !== undefined) throw new UsageError(`--${given} says nothing with ${mode}: ${why}.`, `Leave --${given} out.`);
}

function requireForWhatIf({ answer = [], output, at }: ForkFlags): void {
  const bare = answer.filter((text) => !isToolAnswer(text));
  if (bare.length !== 1) {
    throw new UsageError(
      bare.length === 0 ? `--at ${at} needs the answer to put there.` : `--at ${at} takes one answer, and ${bare.length} were given.`,
      'Give it as a file or as JSON, without a tool: --answer timeout.json.',
    );
  }
  if (output === undefined) {
    throw new UsageError(
      'A what-if goes into a file of its own, and none is named.',
      `Name it: stepfork fork … --at ${at} --answer answer.json -o what-if.sftrace.`,
    );
  }
}

function refuseBareAnswers({ answer = [] }: ForkFlags): void {
  const bare = answer.find((text) => !isToolAnswer(text));
  if (bare === undefined) return;
  throw new UsageError(
    `--answer ${bare} does not say which tool answers that.`,
    'Write tool=file.json. To replace an answer that was recorded, name its step: --at 3 --answer file.json -o what-if.sftrace.',
  );
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
