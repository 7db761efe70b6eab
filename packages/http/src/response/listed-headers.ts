import { layerOver } from './layer-over.ts';
import { responseHeaders } from './response-headers.ts';

/**
 * The same headers, which name those that are recorded where all are asked for: what copies all of them (an SDK into its errors and results) holds
 * no cookies and times, and is the same in a replay. A header that is asked for by its name is answered as it came.
 */
export const listedHeaders: (headers: Headers) => Headers = layerOver(() => {
  const entries = function entries(this: Headers): ReturnType<Headers['entries']> {
    return listOf(this).entries();
  };
  const keys = function keys(this: Headers): ReturnType<Headers['keys']> {
    return listOf(this).keys();
  };
  const values = function values(this: Headers): ReturnType<Headers['values']> {
    return listOf(this).values();
  };
  const forEach = function forEach(this: Headers, visit: (value: string, key: string, all: Headers) => void, self?: unknown): void {
    for (const [key, value] of listOf(this)) visit.call(self, value, key, this);
  };
  const members = { [Symbol.iterator]: entries, entries, keys, values, forEach };
  const shown = Reflect.ownKeys(members).map((key) => [
    key,
    { value: members[key as keyof typeof members], writable: true, configurable: true },
  ]);
  return Object.fromEntries(shown) as PropertyDescriptorMap;
});

function listOf(headers: Headers): Headers {
  return new Headers(responseHeaders(headers));
}
