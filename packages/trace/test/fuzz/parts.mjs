import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { makePackr } from '../../dist/make-packr.js';

const packr = makePackr();
const magic = Buffer.from('\x89SFT\r\n\x1a', 'latin1');

/** The events of a whole file that we wrote, in either encoding: a list of segments without their seals. */
export function eventsOf(bytes) {
  const events = bytes[0] === 0x89 ? packedEvents(bytes) : textEvents(bytes);
  const segments = [];
  for (const event of events) {
    if (event.type === 'run-start') segments.push([]);
    if (event.type !== 'seal') segments.at(-1).push(event);
  }
  return segments;
}

/** The payloads of the frames of a whole packed file. */
export function payloadsOf(bytes) {
  const payloads = [];
  for (let at = 8; at < bytes.length; at += 8 + bytes.readUInt32BE(at))
    payloads.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  return payloads;
}

/**
 * A file that holds these events, whatever they say, with checksums that fit.
 *
 * @param {{ encoding: 'packed' | 'text', sealed: boolean, perBlock: number, edit?: (events: Buffer) => Buffer }} form `perBlock`: how many events a
 *   block holds, 0 for none; `edit`: what becomes of the bytes of a block before they are deflated
 */
export function fileOf(segments, { encoding, sealed, perBlock, edit = (events) => events }) {
  const pieces = encoding === 'packed' ? [magic, Buffer.of(perBlock > 0 ? 2 : 1)] : [];
  for (const [at, events] of segments.entries()) {
    const hash = createHash('sha256');
    let seed = 0;
    const put = (piece, covered) => {
      hash.update(covered);
      pieces.push(piece);
    };
    const putPayload = (payload, from) => {
      const one = frameOf(payload, crc32(payload, from));
      put(one, one);
    };
    let waiting = [];
    const flush = () => {
      if (waiting.length > 0) putPayload(blockOf(edit(Buffer.concat(waiting))), seed);
      waiting = [];
    };
    for (const event of events) {
      const plain = event?.type === 'run-start' || event?.type === 'seal';
      if (encoding === 'text') {
        const content = (JSON.stringify(event) ?? 'null').slice(0, -1);
        const crc = crc32(content, plain ? 0 : seed);
        const line = `${content},"crc":"${crc.toString(16).padStart(8, '0')}"}`;
        put(Buffer.from(`${line}\n`), line);
        if (event?.type === 'run-start' && at > 0) seed = crc;
        continue;
      }
      const payload = packr.pack(event);
      if (perBlock > 0 && !plain) {
        waiting.push(Buffer.from(payload));
        if (waiting.length >= perBlock) flush();
        continue;
      }
      flush();
      putPayload(payload, plain ? 0 : seed);
      if (event?.type === 'run-start' && at > 0) seed = crc32(payload);
    }
    flush();
    if (sealed) pieces.push(sealOf(hash.digest('hex'), encoding));
  }
  return Buffer.concat(pieces);
}

/** A file of these payloads, with checksums that fit: those of a trunk. */
export function fileOfPayloads(payloads, framing) {
  return Buffer.concat([magic, Buffer.of(framing), ...payloads.map((payload) => frameOf(payload, crc32(payload)))]);
}

function blockOf(events) {
  const head = Buffer.of(0xc1, 0, 0, 0, 0);
  head.writeUInt32BE(events.length, 1);
  return Buffer.concat([head, deflateRawSync(events, { level: 1, memLevel: 1 })]);
}

function sealOf(sha256, encoding) {
  const seal = { type: 'seal', sha256 };
  if (encoding === 'packed') {
    const payload = packr.pack(seal);
    return frameOf(payload, crc32(payload));
  }
  const content = JSON.stringify(seal).slice(0, -1);
  return Buffer.from(`${content},"crc":"${crc32(content).toString(16).padStart(8, '0')}"}\n`);
}

function frameOf(payload, crc) {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(payload.length, 0);
  header.writeUInt32BE(crc, 4);
  return Buffer.concat([header, payload]);
}

function packedEvents(bytes) {
  return payloadsOf(bytes).flatMap((payload) =>
    payload[0] === 0xc1 ? packr.unpackMultiple(inflateRawSync(payload.subarray(5))) : [packr.unpack(payload)],
  );
}

function textEvents(bytes) {
  return bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const { crc: _, ...event } = JSON.parse(line);
      return event;
    });
}
