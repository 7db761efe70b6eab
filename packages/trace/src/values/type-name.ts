/** The name of the class of an object, for people; never throws. */
export function typeName(value: object): string {
  try {
    const name: unknown = value.constructor.name;
    if (typeof name === 'string' && name !== '') return name.slice(0, 200);
  } catch {
    // A revoked Proxy, a constructor that is a getter …
  }
  return 'object that cannot be read';
}
