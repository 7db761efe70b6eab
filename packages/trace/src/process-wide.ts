import { StepforkError } from './errors.ts';

/** What all copies of one package in a process share. Its shape may change only together with `protocol`. */
export interface ProcessWide {
  readonly protocol: number;
}

/**
 * The one value of its kind in this process: that of the copy which asked first, else what `make` gives. A globally installed CLI and the
 * agent's project hold two copies of a package, and what one of them notes the other must see. The idea is that of the registry of
 * `@mswjs/interceptors`.
 *
 * @param owner the package whose copies share it
 * @throws StepforkError `STEPFORK_PROTOCOL` if it was made by a copy with another protocol.
 */
export function processWide<Shared extends ProcessWide>(
  owner: string,
  key: symbol,
  protocol: number,
  make: () => Omit<Shared, 'protocol'>,
): Shared {
  const global = globalThis as { [key: symbol]: Shared | undefined };
  global[key] ??= { protocol, ...make() } as Shared;
  const found = global[key];
  if (found.protocol === protocol) return found;
  throw new StepforkError(
    'STEPFORK_PROTOCOL',
    `Two copies of ${owner} in this process do not understand each other: one speaks protocol ${found.protocol}, the other ${protocol}.`,
    { hint: 'Install the same version of Stepfork in the project and in the CLI.' },
  );
}
