import { AsyncLocalStorage } from 'node:async_hooks';
import { type CallKind, type ProcessWide, processWide } from '@stepfork/trace';
import type { Ambient } from '../ambient/ambient.ts';
import type { Registered } from '../declaring/registered.ts';
import type { Interceptor } from '../interceptor.ts';

/** The step in whose body the running code is, for one recorder; recorders may be nested. */
export interface Enclosing {
  readonly recorder: object;
  readonly step: number;
  readonly kind: CallKind;
  /** A hooked tool: a call of the same name in its body is this one again; `null`: it is none. */
  readonly hooked: string | null;
  readonly outer: Enclosing | null;
}

/** Clock and chance are under control while a run uses them. */
interface Installation {
  uses: number;
  undo: () => void;
}

/** What a piece of asynchronous work carries along: who decides about its calls, and in which calls it runs. */
export interface Context {
  readonly interceptor: Interceptor;
  readonly enclosing: Enclosing | null;
  /** Its clock and chance; `null`: the real ones, as in the body of a tool. */
  readonly ambient: Ambient | null;
}

/** What all copies of this package in one process share. Its shape may change only together with `protocol`. */
interface Slot extends ProcessWide {
  readonly context: AsyncLocalStorage<Context>;
  /** Where the process as a whole is a run: the context of all work that carries none along. */
  process: Context | null;
  /** By kind and name. */
  readonly registered: Map<string, Registered>;
  readonly installation: Installation;
}

const protocol = 6;
const key: unique symbol = Symbol.for('stepfork.interceptor') as never;

/**
 * The process-wide slot: tools defined by one copy of this package must be seen by runs of the other.
 *
 * @throws StepforkError `STEPFORK_PROTOCOL` if the slot was made by a copy with another protocol.
 */
export function slot(): Slot {
  found ??= processWide<Slot>('@stepfork/interceptor', key, protocol, emptySlot);
  return found;
}

/** It is asked for with every reading of a clock, and stays where it is. */
let found: Slot | null = null;

function emptySlot(): Omit<Slot, 'protocol'> {
  return { context: new AsyncLocalStorage(), process: null, registered: new Map(), installation: { uses: 0, undo: () => {} } };
}
