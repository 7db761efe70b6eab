import type { Exporter } from '@stepfork/export';
import { nearest } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';

/** @throws UsageError for flags that neither the command knows nor the exporter, if there is one to ask */
export function refuseSwitches(switches: readonly string[], ownFlags: readonly string[], exporter: Exporter | null): void {
  const known = Object.keys(exporter?.switches ?? {});
  const unknown = switches.filter((one) => !known.includes(one));
  if (unknown.length === 0) return;
  const near = nearest(unknown[0] ?? '', [...ownFlags, ...known]);
  const flags = (names: readonly string[]): string => names.map((name) => `--${name}`).join(', ');
  throw new UsageError(
    `Nonexistent ${unknown.length === 1 ? 'flag' : 'flags'}: ${flags(unknown)}.`,
    [
      ...(near === null ? [] : [`Did you mean --${near}?`]),
      `Known flags: ${flags([...ownFlags].sort())}.`,
      ...(exporter === null
        ? []
        : [known.length === 0 ? `The exporter ${exporter.name} has none.` : `Of the exporter ${exporter.name}: ${flags(known)}.`]),
    ].join(' '),
  );
}
