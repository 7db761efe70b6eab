interface VirtualTimerOptions {
  readonly repeats: boolean;
  /** Puts the next fire on the clock; what it returns takes that back. */
  readonly set: (fired: () => void) => () => void;
  readonly fired: () => void;
  readonly fire: () => void;
  readonly over: (fired: boolean) => void;
  /** It counts from now on, also if it had fired. */
  readonly refreshed: () => void;
}

let ids = 0;

export function isVirtualTimer(value: unknown): value is VirtualTimer {
  return typeof value === 'object' && value !== null && 'isStepforkTimer' in value;
}

/** What `setTimeout` returns on a virtual clock: everything that Node's own timer can do. */
export class VirtualTimer {
  /** A mark: another copy of this package may be the one that clears it. */
  readonly isStepforkTimer = true;
  readonly #options: VirtualTimerOptions;
  readonly #id: number;
  #cancel: (() => void) | null = null;
  #isClosed = false;
  #isRef = true;

  static {
    // Older versions of Node have no such symbol.
    if (Symbol.dispose !== undefined) {
      const value = function dispose(this: VirtualTimer): void {
        this.close();
      };
      Reflect.defineProperty(VirtualTimer.prototype, Symbol.dispose, { value, writable: true, configurable: true });
    }
  }

  constructor(options: VirtualTimerOptions) {
    this.#options = options;
    ids += 1;
    // Real ones count from 1.
    this.#id = 1_000_000_000 + ids;
    this.#set();
  }

  #set(): void {
    this.#cancel = this.#options.set(() => {
      this.#cancel = null;
      this.#options.fired();
      if (this.#options.repeats) this.#set();
      else this.#options.over(true);
      this.#options.fire();
    });
  }

  close(): this {
    this.#isClosed = true;
    if (this.#cancel !== null) {
      this.#cancel();
      this.#cancel = null;
      this.#options.over(false);
    }
    return this;
  }

  /** Counts anew from now; one that has fired is set once more, one that was taken back is not. */
  refresh(): this {
    if (this.#isClosed) return this;
    this.#cancel?.();
    this.#options.refreshed();
    this.#set();
    return this;
  }

  ref(): this {
    this.#isRef = true;
    return this;
  }

  unref(): this {
    this.#isRef = false;
    return this;
  }

  hasRef(): boolean {
    return this.#isRef;
  }

  [Symbol.toPrimitive](): number {
    return this.#id;
  }
}
