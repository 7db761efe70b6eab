import { responseHeaders } from './response-headers.ts';

/**
 * The same headers, which name those that are recorded where all are asked for: what copies all of them (an SDK into its errors and results) holds
 * no cookies and times, and is the same in a replay. A header that is asked for by its name is answered as it came.
 */
export function listedHeaders(headers: Headers): Headers {
  const list = (): Headers => new Headers(responseHeaders(headers));
  const members = {
    [Symbol.iterator]: () => list().entries(),
    entries: () => list().entries(),
    keys: () => list().keys(),
    values: () => list().values(),
    forEach: (visit: (value: string, key: string, all: Headers) => void, self?: unknown): void => {
      for (const [key, value] of list()) visit.call(self, value, key, headers);
    },
  };
  for (const key of Reflect.ownKeys(members)) {
    Object.defineProperty(headers, key, { value: members[key as keyof typeof members], writable: true, configurable: true });
  }
  return headers;
}
