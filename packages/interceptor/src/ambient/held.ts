import crypto from 'node:crypto';
import zlib from 'node:zlib';
import { activeAmbient } from './active-ambient.ts';
import { type AnyFunction, dressed, type Patch } from './patch.ts';
import { released } from './released.ts';

const promising = [
  'digest',
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'generateKey',
  'importKey',
  'deriveBits',
  'deriveKey',
  'wrapKey',
  'unwrapKey',
];
const ciphering = ['scrypt', 'pbkdf2', 'hkdf', 'generateKey', 'generateKeyPair'];
const compiling = ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming'];
const packing = ['gzip', 'gunzip', 'deflate', 'inflate', 'deflateRaw', 'inflateRaw', 'unzip', 'brotliCompress', 'brotliDecompress'];

/** Real work in other threads that Node's list of active resources does not show: the virtual clock stands until it is done. */
export function heldPatches(): readonly Patch[] {
  const { subtle } = globalThis.crypto;
  const { WebAssembly: wasm = {} } = globalThis as { readonly WebAssembly?: object };
  return [
    ...promising.map((key): Patch => ({ name: 'crypto.subtle', target: subtle, key, replace: holdingPromise })),
    ...compiling.map((key): Patch => ({ name: 'WebAssembly', target: wasm, key, replace: holdingPromise })),
    ...ciphering.map((key): Patch => ({ name: `crypto.${key}`, target: crypto, key, replace: holdingCallback })),
    ...packing.map((key): Patch => ({ name: `zlib.${key}`, target: zlib, key, replace: holdingCallback })),
  ];
}

function holdingPromise(real: AnyFunction): AnyFunction {
  return dressed(real, function holding(this: unknown, ...args: unknown[]): unknown {
    const release = activeAmbient()?.stage?.hold();
    const promise = Reflect.apply(real, this, args) as Promise<unknown>;
    return release === undefined ? promise : released(promise, release);
  });
}

function holdingCallback(real: AnyFunction): AnyFunction {
  return dressed(real, function holding(this: unknown, ...args: unknown[]): unknown {
    const callback = args.at(-1);
    const stage = activeAmbient()?.stage ?? null;
    if (stage === null || typeof callback !== 'function') return Reflect.apply(real, this, args);
    const release = stage.hold();
    const held = (...results: unknown[]): unknown => {
      release();
      return Reflect.apply(callback, undefined, results);
    };
    try {
      return Reflect.apply(real, this, [...args.slice(0, -1), held]);
    } catch (error) {
      release();
      throw error;
    }
  });
}
