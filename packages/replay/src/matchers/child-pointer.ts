/** The JSON Pointer to a part of what `pointer` points to. */
export function childPointer(pointer: string, key: PropertyKey): string {
  const text = String(key);
  return `${pointer}/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
}
