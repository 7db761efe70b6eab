const marker = 'vercel.ai.error';

/**
 * The SDK knows its errors by a symbol that each instance carries, not by their class, and retries only those that it knows. A recorded error
 * comes back without symbols, so they are put on again. Any other value is left as it is.
 */
export function asSdkError(error: unknown): unknown {
  if (!(error instanceof Error) || !error.name.startsWith('AI_') || !Object.isExtensible(error)) return error;
  for (const name of [marker, `${marker}.${error.name}`]) {
    const symbol = Symbol.for(name);
    if (!(symbol in error)) Object.defineProperty(error, symbol, { value: true, enumerable: true, writable: true, configurable: true });
  }
  return error;
}
