/** A JSON Pointer with `*` in the place of each index: the same place in every item of a list. */
export function generalPath(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
