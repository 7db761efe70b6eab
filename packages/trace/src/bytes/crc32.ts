/** CRC-32 (IEEE 802.3) of `bytes`, going on from `seed`, as `zlib.crc32` computes it. */
export type Crc32 = (bytes: Uint8Array, seed?: number) => number;

const tables = makeTables();

/** {@link Crc32} in plain JavaScript, eight bytes at a time ("slicing by 8"): for places without `zlib`. */
export const crc32: Crc32 = (bytes, seed = 0) => {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;
  let crc = ~seed;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    crc ^= (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
    crc =
      (t7[crc & 255] as number) ^
      (t6[(crc >>> 8) & 255] as number) ^
      (t5[(crc >>> 16) & 255] as number) ^
      (t4[crc >>> 24] as number) ^
      (t3[bytes[at + 4] as number] as number) ^
      (t2[bytes[at + 5] as number] as number) ^
      (t1[bytes[at + 6] as number] as number) ^
      (t0[bytes[at + 7] as number] as number);
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ (t0[(crc ^ (bytes[at] as number)) & 255] as number);
  return ~crc >>> 0;
};

type Tables = readonly [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

function makeTables(): Tables {
  const first = new Int32Array(256);
  for (let n = 0; n < 256; n++) {
    let crc = n;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    first[n] = crc;
  }
  const all = [first];
  for (let k = 1; k < 8; k++) {
    const before = all[k - 1] as Int32Array;
    all.push(before.map((crc) => (crc >>> 8) ^ (first[crc & 255] as number)));
  }
  return all as unknown as Tables;
}
