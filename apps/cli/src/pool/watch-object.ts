// Taken before the agent's module can replace them.
const { ownKeys, getOwnPropertyDescriptor: descriptorOf, getPrototypeOf: prototypeOf, isExtensible } = Reflect;
const { is: isSame } = Object;

type Key = string | symbol;

/** Tells whether an object still inherits from the same one, and still takes new properties or still takes none. */
export function watchForm(object: object): () => boolean {
  const [prototype, isOpen] = [prototypeOf(object), isExtensible(object)];
  return () => prototypeOf(object) === prototype && isExtensible(object) === isOpen;
}

/**
 * Tells quickly that an object still has the form and the properties that it has now, in their order. `false`: look closer.
 *
 * A value is read rather than described: that is a third of the time, and there are thousands of them after every run.
 */
export function watchObject(object: object): () => boolean {
  const keys = ownKeys(object);
  const hasSameForm = watchForm(object);
  const values: (readonly [Key, unknown])[] = [];
  const accessors: (readonly [Key, PropertyDescriptor])[] = [];
  for (const key of keys) {
    const descriptor = descriptorOf(object, key) ?? {};
    if ('value' in descriptor) values.push([key, descriptor.value]);
    else accessors.push([key, descriptor]);
  }
  const holder = object as Record<Key, unknown>;
  return () => {
    const now = ownKeys(object);
    if (now.length !== keys.length || !hasSameForm()) return false;
    for (let at = 0; at < keys.length; at += 1) if (now[at] !== keys[at]) return false;
    for (const [key, value] of values) if (!isSame(holder[key], value)) return false;
    for (const [key, was] of accessors) {
      const is = descriptorOf(object, key);
      if (is?.get !== was.get || is?.set !== was.set) return false;
    }
    return true;
  };
}
