// Taken before the agent's module can replace them.
const { ownKeys, getOwnPropertyDescriptor: descriptorOf, getPrototypeOf: prototypeOf, isExtensible } = Reflect;
const { is: isSame } = Object;

type Key = string | symbol;

/** Tells whether an object still inherits from the same one, and still takes new properties or still takes none. */
export function watchForm(object: object): () => boolean {
  const [prototype, isOpen] = [prototypeOf(object), isExtensible(object)];
  return () => prototypeOf(object) === prototype && isExtensible(object) === isOpen;
}

/** Stands where the value of an accessor would, or one that cannot change: it is not asked. */
const notAsked: unique symbol = Symbol('not asked');

/**
 * Tells quickly that an object still has the form and the properties that it has now, in their order. `false`: look closer.
 *
 * A value is read rather than described: that is a third of the time, and there are thousands of them after every run. They lie side by side
 * for the sake of the processor's cache, which has seen a replay since.
 */
export function watchObject(object: object): () => boolean {
  const keys = ownKeys(object);
  const hasSameForm = watchForm(object);
  const accessors: (readonly [Key, PropertyDescriptor])[] = [];
  const values = keys.map((key): unknown => {
    const descriptor = descriptorOf(object, key) ?? {};
    // What is fixed for good stays what it is.
    if ('value' in descriptor) return descriptor.writable || descriptor.configurable ? descriptor.value : notAsked;
    accessors.push([key, descriptor]);
    return notAsked;
  });
  const holder = object as Record<Key, unknown>;
  return () => {
    const now = ownKeys(object);
    if (now.length !== keys.length || !hasSameForm()) return false;
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] as Key;
      const value = values[at];
      if (now[at] !== key || (value !== notAsked && !isSame(holder[key], value))) return false;
    }
    for (const [key, was] of accessors) {
      const is = descriptorOf(object, key);
      if (is?.get !== was.get || is?.set !== was.set) return false;
    }
    return true;
  };
}
