import crypto from 'node:crypto';
import type { Json } from '@stepfork/trace';
import { activeAmbient } from './active-ambient.ts';
import { callSite } from './call-site.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';

/** Ids and bytes by chance, of `node:crypto` and of the global `crypto`. */
export function cryptoPatches(): readonly Patch[] {
  const web = globalThis.crypto;
  return [
    { name: 'crypto.randomUUID', target: crypto, key: 'randomUUID', replace: uuid },
    { name: 'crypto.randomUUID', target: web, key: 'randomUUID', replace: uuid },
    // The one that `node:crypto` exports is read from here too.
    { name: 'crypto.getRandomValues', target: web, key: 'getRandomValues', replace: filled },
    { name: 'crypto.randomBytes', target: crypto, key: 'randomBytes', replace: bytes },
  ];
}

function uuid(real: AnyFunction): AnyFunction {
  function randomUUID(this: unknown, ...args: unknown[]): unknown {
    const plain = (): Json => Reflect.apply(real, this ?? globalThis.crypto, args) as string;
    const ambient = activeAmbient();
    return ambient === null ? plain() : ambient.draw('uuid', callSite(randomUUID), plain);
  }
  return dressed(real, randomUUID);
}

function filled(real: AnyFunction): AnyFunction {
  function getRandomValues(this: unknown, array: ArrayBufferView): unknown {
    const plain = (): unknown => Reflect.apply(real, globalThis.crypto, [array]);
    const ambient = activeAmbient();
    if (ambient === null) return plain();
    // What it refuses (a Float64Array, too many bytes) is refused as without us.
    plain();
    const view = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    view.set(drawBytes(getRandomValues, view.byteLength, () => hex(view)));
    return array;
  }
  return dressed(real, getRandomValues);
}

function bytes(real: AnyFunction): AnyFunction {
  function randomBytes(this: unknown, size: number, callback?: (error: Error | null, bytes: Buffer) => void): unknown {
    const ambient = activeAmbient();
    if (ambient === null || (callback !== undefined && typeof callback !== 'function')) {
      return Reflect.apply(real, this, callback === undefined ? [size] : [size, callback]);
    }
    const drawn = Buffer.from(drawBytes(randomBytes, size, () => hex(Reflect.apply(real, this, [size]) as Buffer)));
    if (callback === undefined) return drawn;
    setImmediate(callback, null, drawn);
    return undefined;
  }
  return dressed(real, randomBytes);
}

function drawBytes(called: AnyFunction, size: number, real: () => string): Uint8Array {
  const given = activeAmbient()?.draw('bytes', `${callSite(called)}:${size}`, real);
  const found = Buffer.from(String(given), 'hex');
  return found.length === size ? found : Buffer.from(real(), 'hex');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
