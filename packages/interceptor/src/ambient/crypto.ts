import crypto from 'node:crypto';
import type { Json } from '@stepfork/trace';
import { activeAmbient } from './active-ambient.ts';
import type { Ambient } from './ambient.ts';
import { callSite } from './call-site.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';

/** Ids, bytes and whole numbers by chance, of `node:crypto` and of the global `crypto`. */
export function cryptoPatches(): readonly Patch[] {
  const web = globalThis.crypto;
  return [
    { name: 'crypto.randomUUID', target: crypto, key: 'randomUUID', replace: uuid },
    { name: 'crypto.randomUUID', target: web, key: 'randomUUID', replace: uuid },
    // The one that `node:crypto` exports is read from here too.
    { name: 'crypto.getRandomValues', target: web, key: 'getRandomValues', replace: filled },
    { name: 'crypto.randomBytes', target: crypto, key: 'randomBytes', replace: bytes },
    { name: 'crypto.randomFill', target: crypto, key: 'randomFillSync', replace: filledSync },
    { name: 'crypto.randomFill', target: crypto, key: 'randomFill', replace: filledLater },
    { name: 'crypto.randomInt', target: crypto, key: 'randomInt', replace: whole },
  ];
}

// What is refused (a Float64Array, too many bytes, another receiver) is refused as without us: each asks the real one first.

function uuid(real: AnyFunction): AnyFunction {
  function randomUUID(this: unknown, ...args: unknown[]): unknown {
    const plain = (): Json => Reflect.apply(real, this ?? globalThis.crypto, args) as string;
    const ambient = activeAmbient();
    if (ambient === null) return plain();
    const id = plain();
    return ambient.draw('uuid', callSite(randomUUID), () => id);
  }
  return dressed(real, randomUUID);
}

function filled(real: AnyFunction): AnyFunction {
  function getRandomValues(this: unknown, array: ArrayBufferView): unknown {
    Reflect.apply(real, this ?? globalThis.crypto, [array]);
    const ambient = activeAmbient();
    if (ambient !== null) redraw(ambient, callSite(getRandomValues), bytesOf(array));
    return array;
  }
  return dressed(real, getRandomValues);
}

function bytes(real: AnyFunction): AnyFunction {
  function randomBytes(this: unknown, size: number, callback?: unknown): unknown {
    const ambient = activeAmbient();
    if (ambient === null || (callback !== undefined && typeof callback !== 'function')) {
      return Reflect.apply(real, this, callback === undefined ? [size] : [size, callback]);
    }
    const drawn = Reflect.apply(real, this, [size]) as Buffer;
    redraw(ambient, callSite(randomBytes), drawn);
    if (callback === undefined) return drawn;
    setImmediate(callback as AnyFunction, null, drawn);
    return undefined;
  }
  return dressed(real, randomBytes);
}

function filledSync(real: AnyFunction): AnyFunction {
  function randomFillSync(this: unknown, array: ArrayBufferView, ...args: unknown[]): unknown {
    Reflect.apply(real, this, [array, ...args]);
    const ambient = activeAmbient();
    if (ambient !== null) redraw(ambient, callSite(randomFillSync), partOf(array, args));
    return array;
  }
  return dressed(real, randomFillSync);
}

function filledLater(real: AnyFunction): AnyFunction {
  function randomFill(this: unknown, array: ArrayBufferView, ...args: unknown[]): unknown {
    const ambient = activeAmbient();
    const callback = args.at(-1);
    if (ambient === null || typeof callback !== 'function') return Reflect.apply(real, this, [array, ...args]);
    const range = args.slice(0, -1);
    plain.randomFillSync(array, ...range);
    redraw(ambient, callSite(randomFill), partOf(array, range));
    setImmediate(callback as AnyFunction, null, array);
    return undefined;
  }
  return dressed(real, randomFill);
}

/** From six bytes, as Node makes it: so the draw does not depend on the range, which a fix may change. */
function whole(real: AnyFunction): AnyFunction {
  function randomInt(this: unknown, ...args: unknown[]): unknown {
    const ambient = activeAmbient();
    const callback = args.at(-1);
    if (ambient === null) return Reflect.apply(real, this, args);
    const range = typeof callback === 'function' ? args.slice(0, -1) : args;
    Reflect.apply(real, this, range);
    const [min, max] = (range[1] === undefined ? [0, range[0]] : range) as [number, number];
    const site = callSite(randomInt);
    const most = 2 ** 48 - (2 ** 48 % (max - min));
    let drawn = 2 ** 48;
    while (drawn >= most) {
      const six = plain.randomBytes(6);
      redraw(ambient, site, six);
      drawn = six.readUIntBE(0, 6);
    }
    const given = min + (drawn % (max - min));
    if (typeof callback !== 'function') return given;
    process.nextTick(callback as AnyFunction, undefined, given);
    return undefined;
  }
  return dressed(real, randomInt);
}

// Taken when this module is loaded, before they are replaced.
const plain = { randomBytes: crypto.randomBytes, randomFillSync: crypto.randomFillSync as AnyFunction };

/** Draws what stands in `bytes`, freshly filled, and puts there what was drawn. */
function redraw(ambient: Ambient, site: string, bytes: Uint8Array): void {
  const fresh = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const drawn = Buffer.from(String(ambient.draw('bytes', `${site}:${fresh.length}`, () => fresh.toString('hex'))), 'hex');
  if (drawn.length === fresh.length) fresh.set(drawn);
}

function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Offset and size count elements. */
function partOf(array: ArrayBufferView | ArrayBuffer, [offset, size]: readonly unknown[]): Uint8Array {
  const all = ArrayBuffer.isView(array) ? bytesOf(array) : new Uint8Array(array);
  const width = 'BYTES_PER_ELEMENT' in array ? Number(array.BYTES_PER_ELEMENT) : 1;
  const start = Number(offset ?? 0) * width;
  return all.subarray(start, size === undefined ? undefined : start + Number(size) * width);
}
