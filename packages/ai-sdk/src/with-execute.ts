import type { Execute } from './wrapped-execute.ts';

/** The tool with another `execute`. What a class gives it is asked of the tool itself, since it may use what is private there. */
export function withExecute(each: object, execute: Execute): object {
  const wrapped = Object.assign(Object.create(Object.getPrototypeOf(each) as object | null) as object, each, { execute });
  for (let at = inherited(each); at !== null; at = inherited(at)) {
    for (const key of Reflect.ownKeys(at)) {
      if (key === 'constructor' || Object.hasOwn(wrapped, key)) continue;
      const get = (): unknown => {
        const value: unknown = Reflect.get(each, key);
        return typeof value === 'function' ? value.bind(each) : value;
      };
      Object.defineProperty(wrapped, key, { get, configurable: true });
    }
  }
  return wrapped;
}

function inherited(each: object): object | null {
  const prototype = Object.getPrototypeOf(each) as object | null;
  return prototype === Object.prototype ? null : prototype;
}
