/**
 * What a reader makes of a file, as the suite says it: `trace` and how far it was read, or why it was refused.
 *
 * @param {() => Promise<import('../../dist/trace.js').TraceFile>} read
 * @returns {Promise<{ trace: object, sealed: boolean, stoppedAt: object | null } | { refused: { code: string, at: object | null } }>}
 */
export async function resultOf(read) {
  try {
    const { trunk, forks, sealed, damage } = await read();
    const place = /^Reading stopped, (line|byte) (\d+): /.exec(damage ?? '');
    if ((damage === null) !== (place === null)) throw new Error(`no place in "${damage}"`);
    // As JSON: lazy members are built, what is not there is left out.
    const trace = JSON.parse(JSON.stringify({ trunk, forks }));
    return { trace, sealed, stoppedAt: place && { [place[1]]: Number(place[2]) } };
  } catch (error) {
    if (error.code === undefined) throw error;
    const { code, place } = error;
    return { refused: { code, at: place && ('offset' in place ? { byte: place.offset } : place) } };
  }
}
