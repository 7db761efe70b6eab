/**
 * Puts a layer between an object and its class, which answers for some of the members. One layer for all objects of a class: members of their own would
 * have to be made for each.
 *
 * @param members of the layer for a class
 */
export function layerOver<T extends object>(members: (prototype: T) => PropertyDescriptorMap): (one: T) => T {
  const layers = new WeakMap<object, object>();
  const made = new WeakSet<object>();
  return (one) => {
    // Whoever has put other classes in the place of the global ones has other prototypes.
    const prototype = Object.getPrototypeOf(one) as T;
    if (made.has(prototype)) return one;
    let layer = layers.get(prototype);
    if (layer === undefined) {
      layer = Object.create(prototype, members(prototype)) as object;
      layers.set(prototype, layer);
      made.add(layer);
    }
    return Object.setPrototypeOf(one, layer) as T;
  };
}
