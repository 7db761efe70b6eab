import { StepforkError, type StepforkErrorCode } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';

/** An error of ours on its way out of a worker. */
export type WireError =
  | { readonly kind: 'stepfork'; readonly name: string; readonly code: StepforkErrorCode; readonly message: string; readonly hint: string }
  | { readonly kind: 'usage'; readonly message: string; readonly hint: string; readonly cause: PlainError | null }
  | { readonly kind: 'other'; readonly error: PlainError };

interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

export function encodeError(error: unknown): WireError {
  if (error instanceof UsageError) {
    const { message, hint, cause } = error;
    return { kind: 'usage', message, hint, cause: cause === undefined ? null : plain(cause) };
  }
  if (StepforkError.isInstance(error)) {
    const { name, code, message, hint } = error;
    return { kind: 'stepfork', name, code, message, hint };
  }
  return { kind: 'other', error: plain(error) };
}

export function decodeError(wire: WireError): Error {
  switch (wire.kind) {
    case 'stepfork': {
      const error = new StepforkError(wire.code, wire.message, { hint: wire.hint });
      error.name = wire.name;
      return error;
    }
    case 'usage':
      return new UsageError(wire.message, wire.hint, wire.cause === null ? {} : { cause: revived(wire.cause) });
    case 'other':
      return revived(wire.error);
  }
}

function plain(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' };
  return { name: error.name, message: error.message, stack: error.stack ?? '' };
}

function revived({ name, message, stack }: PlainError): Error {
  return Object.assign(new Error(message), { name, stack });
}
