import type { PolicyRules } from '../test-case.ts';
import { shell } from './shell.ts';

/** Where the verdict came from, so that a command can be typed as it stands. */
export interface CommandContext {
  /** Path of the trace or case file, as one would type it; `null`: unknown. */
  readonly file: string | null;
  /** AgentRef; `null`: unknown. */
  readonly agent: string | null;
  /** The rules under which it was replayed, as flags; see `ruleFlags`. */
  readonly flags?: readonly string[];
  /** The policies of the config or the case file: a sink of theirs is an effect, whatever a flag makes of it for one replay. */
  readonly configured?: PolicyRules;
  /** The command line of a program that was replayed, in the place of an agent. */
  readonly program?: readonly string[];
  /** While a fork is made: what was named to run for real. Every way then goes on making it. */
  readonly live?: readonly string[];
}

/** A command with these flags more. */
export type Command = (...flags: readonly string[]) => string;

/** What a reader may type next, as it stands. */
export interface Commands {
  /** Replays once more, or goes on making the fork. */
  readonly again: Command;
  readonly fork: Command;
  readonly recordAnew: string;
  /** Records the corrected code, and adds that run. */
  readonly attach: string;
}

export function commandsOf({ file, agent, flags = [], program, live }: CommandContext): Commands {
  const [trace, ref] = [shell(file ?? '<trace>'), shell(agent ?? '<agent>')];
  const behind = program === undefined ? [] : [`-- ${program.map(shell).join(' ')}`];
  const ofAgent = program === undefined ? [`--agent ${ref}`] : [];
  const old = [...flags, ...(live ?? []).map((one) => `--live ${shell(one)}`)];
  const commandOf =
    (name: string): Command =>
    (...anew) =>
      [`stepfork ${name} ${trace}`, ...ofAgent, ...withoutOld(old, anew), ...anew, ...behind].join(' ');
  const record = (...told: readonly string[]): string => ['stepfork record', ...told, ...behind].join(' ');
  const asOf = program === undefined ? [`--as-of ${trace}`] : [];
  return {
    again: commandOf(live === undefined ? 'replay' : 'fork'),
    fork: commandOf('fork'),
    recordAnew: record(...ofAgent, ...(program === undefined ? ['--input <input.json>'] : []), '--output <new.sftrace>'),
    attach: `${record(...asOf, ...ofAgent, '--output fixed.sftrace')} && stepfork fork ${trace} --from fixed.sftrace`,
  };
}

/** A rule that is given anew must not be given twice. */
function withoutOld(old: readonly string[], anew: readonly string[]): readonly string[] {
  const subjects = new Set(anew.map(subjectOf));
  return old.filter((flag) => !subjects.has(subjectOf(flag)));
}

/** `--policy refund`, `--timeout`; a flag that can be repeated for one name is its own subject. */
function subjectOf(flag: string): string {
  return /^--policy '?[^=]*/.exec(flag)?.[0] ?? /^--(?:timeout|max-calls)/.exec(flag)?.[0] ?? flag;
}
