/** Bytes that decoders trip over: signs, lengths, the heads of MessagePack, what separates lines. */
const edges = [
  0, 1, 0x0a, 0x0d, 0x22, 0x5c, 0x7b, 0x7d, 0x7f, 0x80, 0x90, 0xc0, 0xc1, 0xc4, 0xc7, 0xcb, 0xcf, 0xd3, 0xdb, 0xdd, 0xdf, 0xfe, 0xff,
];

/** A few changes of the kind that disks, tools and people make. `other` is a file to take pieces from. */
export function mutateBytes(bytes, other, random) {
  let changed = Buffer.from(bytes);
  for (let left = random.pick([1, 1, 2, 4]); left > 0; left--) changed = random.pick(changes)(changed, other, random);
  return changed;
}

const changes = [flip, put, putLength, insert, remove, repeat, cut, splice, swap];

function flip(bytes, _, random) {
  if (bytes.length > 0) bytes[random.below(bytes.length)] ^= 1 << random.below(8);
  return bytes;
}

function put(bytes, _, random) {
  if (bytes.length > 0) bytes[random.below(bytes.length)] = random.chance(0.5) ? random.pick(edges) : random.below(256);
  return bytes;
}

function putLength(bytes, _, random) {
  if (bytes.length >= 4)
    bytes.writeUInt32BE(random.pick([0, 1, 0x7fffffff, 0xffffffff, bytes.length, random.below(2 ** 20)]), random.below(bytes.length - 3));
  return bytes;
}

function insert(bytes, _, random) {
  const at = random.below(bytes.length + 1);
  const more = Buffer.from(Array.from({ length: 1 + random.below(8) }, () => random.pick(edges)));
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
}

function remove(bytes, _, random) {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(40))]);
}

function repeat(bytes, _, random) {
  const at = random.below(bytes.length + 1);
  const piece = bytes.subarray(at, at + 1 + random.below(200));
  return Buffer.concat([bytes.subarray(0, at), piece, piece, bytes.subarray(at + piece.length)]);
}

function cut(bytes, _, random) {
  return bytes.subarray(0, random.below(bytes.length + 1));
}

function splice(bytes, other, random) {
  const from = random.below(other.length + 1);
  return Buffer.concat([bytes.subarray(0, random.below(bytes.length + 1)), other.subarray(from, from + random.below(other.length))]);
}

function swap(bytes, _, random) {
  const [a, b, c] = [0, 0, 0].map(() => random.below(bytes.length + 1)).sort((one, two) => one - two);
  return Buffer.concat([bytes.subarray(0, a), bytes.subarray(b, c), bytes.subarray(a, b), bytes.subarray(c)]);
}
