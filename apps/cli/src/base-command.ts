import type { ArgInput, FlagInput, Input, OutputArgs, OutputFlags, ParserOutput } from '@oclif/core/interfaces';
import type { Outcome } from './ci/outcome.ts';
import { Command } from './oclif.ts';
import { checkTyped, refuseValuesOfSwitches } from './options/check-typed.ts';
import { asInvoked } from './render/as-invoked.ts';
import { closeProgress, openProgress } from './terminal/progress.ts';
import { writeAnswer, writeNote } from './terminal/streams.ts';
import { type Style, styleFor } from './terminal/style.ts';

// Taken before the agent's module can replace it.
const { stringify } = JSON;

/** What a command hands back. `value` is what `--json` prints, unchanged. */
export interface Reply {
  /** One of ours (`exit-code.ts`), or that of a program that was run. */
  readonly exit: number;
  readonly value: unknown;
  /** The answer for people, on stdout. */
  readonly text: (style: Style) => string;
  /** What to do next, on stderr; left out under `--json`. */
  readonly next?: (style: Style) => string;
  /** Lines for stderr that stand there under `--json` too. */
  readonly notices?: readonly string[];
  /** Of a replay: what it came to. */
  readonly outcome?: Outcome;
  /** The run was ended by this signal: so does the process, once all is written. */
  readonly signal?: NodeJS.Signals;
}

/** Parse, load, call one library function, reply: what all commands share. Errors pass through to `main`, which alone maps them to exit codes. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;

  protected abstract reply(): Promise<Reply>;

  async run(): Promise<Reply> {
    const reply = await this.#withProgress();
    const notices = reply.notices?.join('\n') ?? '';
    if (this.jsonEnabled()) {
      if (notices !== '') writeNote(notices);
      return reply;
    }
    const text = reply.text(styleFor(process.stdout));
    if (text !== '') writeAnswer(text);
    const next = reply.next?.(styleFor(process.stderr)) ?? '';
    if (next !== '') writeNote(asInvoked(next));
    if (notices !== '') writeNote(notices);
    return reply;
  }

  async #withProgress(): Promise<Reply> {
    if (this.jsonEnabled()) return this.reply();
    await openProgress(`stepfork ${this.id}`);
    try {
      return await this.reply();
    } finally {
      closeProgress();
    }
  }

  protected override async parse<F extends OutputFlags<FlagInput>, B extends OutputFlags<FlagInput>, A extends OutputArgs<ArgInput>>(
    options?: Input<F, B, A>,
    argv: string[] = this.argv,
  ): Promise<ParserOutput<F, B, A>> {
    const isSwitch = (flag: string): boolean => flag === 'json' || options?.flags?.[flag]?.type === 'boolean';
    refuseValuesOfSwitches(argv, isSwitch);
    const parsed = await super.parse(options, argv);
    checkTyped(parsed.raw, isSwitch);
    return parsed;
  }

  // oclif sets exit code 1 and prints errors as JSON on stdout here: both would be an answer about the agent that nobody gave.
  protected override async catch(error: unknown): Promise<never> {
    throw error;
  }

  protected override toSuccessJson(reply: unknown): unknown {
    return (reply as Reply).value;
  }

  protected override logJson(json: unknown): void {
    writeAnswer(stringify(json, null, 2));
  }
}
