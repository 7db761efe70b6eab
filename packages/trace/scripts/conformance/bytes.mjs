import { createHash } from 'node:crypto';
import { codecs } from '../../dist/codecs.js';
import { CrcSeed } from '../../dist/crc-seed.js';
import { crc32 } from '../../dist/crc32.js';
import { currentPlatform } from '../../dist/current-platform.js';
import { makePackr } from '../../dist/make-packr.js';

/**
 * An event, or its JSON as a text, or its bytes under a checksum that fits; `{ type: 'seal' }` gets the digest that fits.
 * @typedef {object | string | Uint8Array} Part
 */

const magic = [0x89, 0x53, 0x46, 0x54, 0x0d, 0x0a, 0x1a];

/** @param {readonly Part[]} parts @returns {Buffer[]} one line each, without its line end, under checksums and seals that fit */
export function linesOf(parts) {
  return sealing(parts, (part, seed) => {
    const json = typeof part === 'object' && !(part instanceof Uint8Array) ? Buffer.from(JSON.stringify(part)) : Buffer.from(part);
    const content = json.subarray(0, -1);
    const crc = seed.next(crc32, content, typeOf(json.toString()));
    return Buffer.concat([content, Buffer.from(`,"crc":"${crc.toString(16).padStart(8, '0')}"}`)]);
  });
}

/** @param {readonly Part[]} parts @returns {Buffer} a file in the text encoding */
export function text(parts, lineEnd = '\n') {
  return Buffer.from(linesOf(parts).flatMap((line) => [...line, ...Buffer.from(lineEnd)]));
}

/** @param {readonly Part[]} parts @returns {Buffer[]} one frame each */
export function framesOf(parts) {
  const packr = makePackr();
  return sealing(parts, (part, seed) => {
    const event = typeof part === 'string' ? JSON.parse(part) : part;
    const payload = event instanceof Uint8Array ? Buffer.from(event) : Buffer.from(packr.pack(event));
    const frame = Buffer.alloc(8 + payload.length);
    frame.writeUInt32BE(payload.length, 0);
    frame.writeUInt32BE(seed.next(crc32, payload, event.type), 4);
    payload.copy(frame, 8);
    return frame;
  });
}

/** @param {readonly Part[]} parts @returns {Buffer} a file in the packed encoding, as it grows */
export function packed(parts, framing = 1) {
  return Buffer.concat([Buffer.from([...magic, framing]), ...framesOf(parts)]);
}

/** A packed file that is sealed, as it is kept. @param {readonly Part[]} parts @returns {Promise<Buffer>} */
export async function blocks(parts) {
  return Buffer.from(await codecs.packed.compact(packed(parts), currentPlatform));
}

function sealing(parts, encode) {
  const seed = new CrcSeed();
  let sealed = createHash('sha256');
  return parts.map((part) => {
    const whole = part.type === 'seal' ? { type: 'seal', sha256: part.sha256 ?? sealed.digest('hex') } : part;
    const bytes = encode(whole, seed);
    if (part.type === 'seal') sealed = createHash('sha256');
    else sealed.update(bytes);
    return bytes;
  });
}

function typeOf(json) {
  return /^\{\s*"type"\s*:\s*"([^"]*)"/.exec(json)?.[1];
}
