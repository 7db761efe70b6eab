import type { ParserOutput } from '@oclif/core/interfaces';
import { UsageError } from '../errors/usage-error.ts';

/**
 * What is wrong with a flag or an argument whatever its command: it says nothing, or a switch is given twice. A second value is refused by oclif.
 *
 * @throws UsageError at the first one
 */
export function checkTyped(tokens: ParserOutput['raw'], isSwitch: (flag: string) => boolean): void {
  const switches = new Map<string, string>();
  for (const token of tokens) {
    const { input } = token;
    if (token.type === 'arg' || !isSwitch(token.flag)) {
      if (input.trim() !== '') continue;
      throw token.type === 'arg'
        ? new UsageError(`The argument <${token.arg}> is empty.`, 'Give it a value.')
        : new UsageError(`--${token.flag} is empty.`, 'Give it a value, or leave it out.');
    }
    const before = switches.get(token.flag);
    if (before !== undefined)
      throw new UsageError(before === input ? `${input} is given twice.` : `${before} and ${input} exclude each other.`, 'Give one, once.');
    switches.set(token.flag, input);
  }
}

/**
 * oclif would take what stands behind the = of a switch for an argument.
 *
 * @throws UsageError for `--force=yes`
 */
export function refuseValuesOfSwitches(argv: readonly string[], isSwitch: (flag: string) => boolean): void {
  for (const word of argv) {
    const flag = /^--(?:no-)?([^=]+)=/.exec(word)?.[1];
    if (flag !== undefined && isSwitch(flag))
      throw new UsageError(`--${flag} takes no value, and ${word} gives it one.`, `Write --${flag}, or leave it out.`);
  }
}
