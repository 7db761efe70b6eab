export type StepforkErrorCode = `STEPFORK_${string}`;

export interface StepforkErrorOptions {
  /** What the reader can do about it: one sentence or a command to type. */
  readonly hint: string;
  readonly cause?: unknown;
}

const marker: symbol = Symbol.for('stepfork.error');

/**
 * Base of every error that Stepfork throws. The message is one sentence: what, which, where.
 *
 * The name of an error is that of its class. A subclass that is shipped minified gives itself `static override readonly name = '…'`.
 */
export class StepforkError extends Error {
  /** Stable; for programs. */
  readonly code: StepforkErrorCode;
  readonly hint: string;

  constructor(code: StepforkErrorCode, message: string, options: StepforkErrorOptions) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.hint = options.hint;
    const names = classNames(new.target);
    Object.defineProperty(this, 'name', { value: names[0], configurable: true, writable: true });
    // The names stand on the error itself: two installed copies share no class, but they share this symbol.
    Object.defineProperty(this, marker, { value: names });
  }

  /** Like `instanceof`, also for an error of another installed copy: `TraceFormatError.isInstance(error)`. */
  static isInstance<T extends StepforkError>(this: { readonly prototype: T; readonly name: string }, value: unknown): value is T {
    if (!(value instanceof Error) && Object.prototype.toString.call(value) !== '[object Error]') return false;
    const names: unknown = (value as unknown as Record<symbol, unknown>)[marker];
    // biome-ignore lint/complexity/noThisInStatic: the subclass on which it is called is meant.
    return Array.isArray(names) && names.includes(this.name);
  }
}

function classNames(Class: typeof StepforkError): readonly string[] {
  const names: string[] = [];
  for (let one: unknown = Class; typeof one === 'function' && one !== Error; one = Object.getPrototypeOf(one)) names.push(one.name);
  return names;
}
