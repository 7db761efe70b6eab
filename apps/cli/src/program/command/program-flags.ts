import { UsageError } from '../../errors/usage-error.ts';

/** The flags of `record`, as far as a program has a use for them. */
export interface ProgramFlags {
  readonly agent?: string | undefined;
  readonly input?: string | undefined;
  readonly output?: string | undefined;
  readonly force: boolean;
  readonly redact?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly drain?: number | undefined;
  readonly 'as-of'?: string | undefined;
}

/** `STEPFORK_HOOKS=off`: no program is recorded or replayed. */
export function isSwitchedOff(): boolean {
  return process.env.STEPFORK_HOOKS === 'off';
}

/** @throws UsageError where it is: a program that cannot be replayed must not run for real */
export function refuseSwitchedOff(): void {
  if (isSwitchedOff())
    throw new UsageError('STEPFORK_HOOKS=off switches off what replays a program.', 'Unset it, or run the program by itself.');
}

/** @throws UsageError for a command that is empty, and for flags that speak of an agent that is a function */
export function refuseForProgram(command: readonly string[], flags: Pick<ProgramFlags, 'agent' | 'input' | 'drain' | 'as-of'>): void {
  if (command.length === 0 || command[0] === '')
    throw new UsageError('Behind -- there is no command.', 'Write what you would type without stepfork: -- node agent.mjs.');
  for (const name of ['agent', 'input', 'drain', 'as-of'] as const) {
    if (flags[name] === undefined) continue;
    throw new UsageError(
      `--${name} speaks of an agent that is a function, but a program was given behind --.`,
      name === 'input' ? 'Give the program its arguments behind --, and its input by stdin.' : 'Give one or the other.',
    );
  }
}
