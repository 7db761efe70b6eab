import { AsyncLocalStorage } from 'node:async_hooks';
import { StepforkError } from '@stepfork/trace';
import type { Ambient } from './ambient/ambient.ts';
import type { Interceptor } from './interceptor.ts';
import type { Registered } from './registered.ts';

/** The step in whose body the running code is, for one recorder; recorders may be nested. */
export interface Enclosing {
  readonly recorder: object;
  readonly step: number;
  readonly outer: Enclosing | null;
}

/** Clock and chance are under control while a run uses them. */
interface Installation {
  uses: number;
  undo: () => void;
}

/** What a piece of asynchronous work carries along: who decides about its calls, and in which calls it runs. */
interface Context {
  readonly interceptor: Interceptor;
  readonly enclosing: Enclosing | null;
  /** Its clock and chance; `null`: the real ones, as in the body of a tool. */
  readonly ambient: Ambient | null;
}

/** What all copies of this package in one process share. Its shape may change only together with `protocol`. */
export interface Slot {
  readonly protocol: number;
  readonly context: AsyncLocalStorage<Context>;
  /** By kind and name. */
  readonly registered: Map<string, Registered>;
  readonly installation: Installation;
}

const protocol = 1;
const key: unique symbol = Symbol.for('stepfork.interceptor') as never;

/**
 * The process-wide slot. A globally installed CLI and the agent's project hold two copies of this package: tools defined by one must
 * be seen by runs of the other. The idea is that of the registry of `@mswjs/interceptors`.
 *
 * @throws StepforkError `STEPFORK_PROTOCOL` if the slot was made by a copy with another protocol.
 */
export function slot(): Slot {
  const shared = globalThis as { [key]?: Slot };
  shared[key] ??= { protocol, context: new AsyncLocalStorage(), registered: new Map(), installation: { uses: 0, undo: () => {} } };
  const found = shared[key];
  if (found.protocol !== protocol) {
    throw new StepforkError(
      'STEPFORK_PROTOCOL',
      `Two copies of @stepfork/interceptor in this process do not understand each other: one speaks protocol ${found.protocol}, the other ${protocol}.`,
      { hint: 'Install the same version of Stepfork in the project and in the CLI.' },
    );
  }
  return found;
}
