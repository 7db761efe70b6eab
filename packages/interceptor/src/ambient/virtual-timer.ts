interface VirtualTimerOptions {
  readonly repeats: boolean;
  /** Puts the next fire on the clock; what it returns takes that back. */
  readonly set: (fired: () => void) => () => void;
  readonly fired: () => void;
  readonly fire: () => void;
  readonly over: (fired: boolean) => void;
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
  #isRef = true;

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
    if (this.#cancel !== null) {
      this.#cancel();
      this.#cancel = null;
      this.#options.over(false);
    }
    return this;
  }

  refresh(): this {
    if (this.#cancel !== null) {
      this.#cancel();
      this.#set();
    }
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
