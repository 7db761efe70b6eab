import { AsyncLocalStorage } from 'node:async_hooks';

/** So many values are looked at; what differs only behind them is not seen. */
const mostValues = 2000;

/** What it holds for a run nobody sees outside of that run; that it was used once says nothing. */
const keysOfStorage: ReadonlySet<string | symbol> = new Set(Reflect.ownKeys(new AsyncLocalStorage()));

/**
 * What a value holds, as text: equal for equal contents, whatever object holds them. No getter is called. For noticing a change, not for
 * telling any two values apart.
 */
export function fingerprint(value: unknown): string {
  const seen = new Map<object, number>();
  let left = mostValues;

  return of(value);

  function of(one: unknown): string {
    left -= 1;
    if (left < 0) return '…';
    if (typeof one === 'string') return JSON.stringify(one);
    if (typeof one !== 'function' && (typeof one !== 'object' || one === null))
      return `${typeof one}:${Object.is(one, -0) ? '-0' : String(one)}`;
    const known = seen.get(one);
    if (known !== undefined) return `#${known}`;
    seen.set(one, seen.size);
    try {
      return ofObject(one);
    } catch {
      // A proxy may throw at anything.
      return '?';
    }
  }

  function ofObject(one: object): string {
    const type = typeOf(one);
    const parts: string[] = [];
    if (Array.isArray(one)) {
      for (let index = 0; index < one.length && left >= 0; index += 1) parts.push(of(one[index]));
      return `${one.length}[${parts.join()}]`;
    }
    if (one instanceof Map || one instanceof Set) {
      parts.push(String(one.size));
      for (const item of one) {
        if (left < 0) break;
        parts.push(of(item));
      }
    } else if (one instanceof Date) parts.push(String(one.getTime()));
    else if (ArrayBuffer.isView(one))
      return `${type}${Buffer.from(one.buffer, one.byteOffset, Math.min(one.byteLength, mostValues)).toString('base64')}`;
    const keys = Reflect.ownKeys(one);
    parts.push(String(keys.length));
    for (const key of keys) {
      if (left < 0) break;
      if (one instanceof AsyncLocalStorage && keysOfStorage.has(key)) continue;
      const descriptor = Reflect.getOwnPropertyDescriptor(one, key);
      if (descriptor !== undefined) parts.push(`${String(key)}:${ofProperty(descriptor)}`);
    }
    return `${type}{${parts.join()}}`;
  }

  function ofProperty({ value, get, set, ...attributes }: PropertyDescriptor): string {
    const held = get === undefined && set === undefined ? of(value) : `get ${of(get)} set ${of(set)}`;
    const denied = Object.entries(attributes).flatMap(([name, isAllowed]) => (isAllowed ? [] : [`!${name}`]));
    return denied.join('') + held;
  }
}

function typeOf(one: object): string {
  if (typeof one === 'function') return `function ${Function.prototype.toString.call(one)}`;
  return one instanceof AsyncLocalStorage ? 'AsyncLocalStorage' : Object.prototype.toString.call(one);
}
