/** Where a socket leads, by the arguments of its `connect`: `api.example.com:443`, or the path of a local one. */
export function socketHost([first, second]: readonly unknown[]): string {
  // Node itself hands them over as one list.
  const given = Array.isArray(first) ? (first[0] as unknown) : first;
  if (typeof given === 'object' && given !== null) {
    const { path, host = 'localhost', port } = given as { readonly path?: string; readonly host?: string; readonly port?: number };
    return path ?? `${host}:${port}`;
  }
  return typeof given === 'string' && Number.isNaN(Number(given)) ? given : `${typeof second === 'string' ? second : 'localhost'}:${given}`;
}
