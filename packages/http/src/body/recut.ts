import type { BodySource } from './body-source.ts';

const empty = new Uint8Array();

/**
 * The bytes of a source cut at other places, as a network might: in the middle of an event or of a character, or the end of one piece with what
 * comes next.
 *
 * @param joins an end may be kept back until the next piece comes. Not where that may never come.
 * @param random numbers from 0 to 1.
 */
export function recut(source: BodySource, { joins, random }: { readonly joins: boolean; readonly random: () => number }): BodySource {
  let rest: Uint8Array = empty;
  let isOver = false;
  return {
    async read() {
      if (rest.byteLength === 0 && !(await readOn())) return null;
      while (joins && !isOver && random() < 0.2) await readOn();
      const end = 1 + Math.floor(random() * rest.byteLength);
      const piece = rest.subarray(0, end);
      rest = rest.subarray(end);
      return piece;
    },
    leave: (reason) => source.leave(reason),
  };

  async function readOn(): Promise<boolean> {
    while (!isOver) {
      const bytes = await source.read();
      isOver = bytes === null;
      if (bytes === null || bytes.byteLength === 0) continue;
      rest = rest.byteLength === 0 ? bytes : Buffer.concat([rest, bytes]);
      return true;
    }
    return false;
  }
}
