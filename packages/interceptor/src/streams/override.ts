/** What is put over a property: a value, or what is read each time. */
export type Override = { readonly value: unknown } | { readonly get: () => unknown };

/**
 * Puts own, hidden properties on `target`, over those that it has.
 *
 * @returns `target`; a proxy that shows the properties if `target` is frozen; `null` if not even that is possible, since they are the own
 * properties of a frozen object.
 */
export function override<T extends object>(target: T, members: ReadonlyMap<PropertyKey, Override>): T | null {
  const keys = [...members.keys()];
  if (keys.every((key) => isOpen(target, key))) {
    for (const [key, member] of members) Reflect.defineProperty(target, key, descriptorOf(target, key, member));
    return target;
  }
  return keys.some((key) => Object.hasOwn(target, key)) ? null : proxyOf(target, members);
}

function isOpen(target: object, key: PropertyKey): boolean {
  const own = Reflect.getOwnPropertyDescriptor(target, key);
  return own === undefined ? Reflect.isExtensible(target) : own.configurable === true;
}

function descriptorOf(target: object, key: PropertyKey, member: Override): PropertyDescriptor {
  const enumerable = Reflect.getOwnPropertyDescriptor(target, key)?.enumerable ?? false;
  return 'get' in member
    ? { get: member.get, configurable: true, enumerable }
    : { value: member.value, writable: true, configurable: true, enumerable };
}

function proxyOf<T extends object>(target: T, members: ReadonlyMap<PropertyKey, Override>): T {
  return new Proxy(target, {
    get(frozen, key) {
      const member = members.get(key);
      if (member !== undefined) return 'get' in member ? member.get() : member.value;
      const value: unknown = Reflect.get(frozen, key, frozen);
      // Private fields and internal slots exist only on the object itself. What it owns is fixed and must be shown as it is.
      return typeof value === 'function' && !Object.hasOwn(frozen, key) ? value.bind(frozen) : value;
    },
  });
}
