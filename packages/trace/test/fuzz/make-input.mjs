import { deflateRawSync } from 'node:zlib';
import { mutateBytes } from './mutate-bytes.mjs';
import { mutateEvents } from './mutate-events.mjs';
import { eventsOf, fileOf, fileOfPayloads, payloadsOf } from './parts.mjs';

/** What inputs are made of: each real file, and the events and frames of our own. */
export function materialOf({ own, others }) {
  return {
    files: [...own, ...others],
    segments: own.map((bytes) => eventsOf(whole(bytes))),
    payloads: own.filter(isPacked).map((bytes) => ({ framing: bytes[7], list: payloadsOf(whole(bytes)) })),
  };
}

/** Up to the last whole frame. */
function whole(bytes) {
  if (!isPacked(bytes)) return bytes;
  let at = 8;
  while (at + 8 <= bytes.length && at + 8 + bytes.readUInt32BE(at) <= bytes.length) at += 8 + bytes.readUInt32BE(at);
  return bytes.subarray(0, at);
}

function isPacked(bytes) {
  return bytes[0] === 0x89;
}

/** A file that was damaged, or that somebody made up. */
export function makeInput(material, random) {
  const way = random.below(10);
  if (way < 2) return mutateBytes(random.pick(material.files), random.pick(material.files), random);
  if (way < 4) return withFrames(material, random);
  if (way === 4 && random.chance(0.3)) return anyBytes(random);
  const segments = mutateEvents(random.pick(material.segments), random.pick(material.segments)[0], random);
  const encoding = random.pick(['packed', 'text']);
  const perBlock = random.pick([0, 0, 6, 50]);
  const other = random.pick(material.files);
  const edit = random.chance(0.3) ? (events) => mutateBytes(events, other, random) : undefined;
  const bytes = fileOf(segments, { encoding, perBlock, sealed: random.chance(0.5), edit });
  return random.chance(0.1) ? mutateBytes(bytes, other, random) : bytes;
}

function anyBytes(random) {
  const start = Buffer.from(random.pick(['', '{"type":"run-start",', '\x89SFT\r\n\x1a\x01', '\x89SFT\r\n\x1a\x02']), 'latin1');
  return Buffer.concat([start, Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)))]);
}

/** Frames whose payload is anything, a block or an event, under checksums that fit. */
function withFrames({ payloads, files }, random) {
  const { framing, list } = random.pick(payloads);
  const changed = [...list];
  const at = random.below(changed.length);
  changed[at] =
    changed[at][0] === 0xc1 && random.chance(0.3)
      ? blockThatLies(changed[at], random)
      : mutateBytes(changed[at], random.chance(0.5) ? random.pick(list) : random.pick(files), random);
  return fileOfPayloads(changed, random.chance(0.1) ? random.below(4) : framing);
}

/** More deflated bytes than a block may stand for, or than it says; and a length that is not there. */
const zeros = deflateRawSync(Buffer.alloc(2 ** 24), { level: 1 });

function blockThatLies(block, random) {
  const deflated = random.chance(0.5) ? block.subarray(5) : zeros;
  const head = Buffer.of(0xc1, 0, 0, 0, 0);
  const length = random.chance(0.5)
    ? block.readUInt32BE(1) + random.below(3) - 1
    : random.pick([0, 1, 64 * deflated.length, 2 ** 24, 2 ** 31, 2 ** 32 - 1]);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, deflated]);
}
