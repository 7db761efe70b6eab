/** The JSON Pointer to a part of what `pointer` points to. */
export function childPointer(pointer: string, key: PropertyKey): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
