import { decodeBase64 } from '../bytes/base64.ts';
import { ValueError } from './value-error.ts';

/** The bytes as what they were: `Buffer` where there is one (else `Uint8Array`), `ArrayBuffer`, `DataView`, a typed array. */
export function decodeBytes(type: unknown, value: unknown): unknown {
  const bytes = typeof value === 'string' ? decodeBase64(value) : null;
  if (bytes === null) throw new ValueError('bytes', 'must hold base64');
  const { buffer } = bytes;
  if (type === 'Buffer') return (globalThis as { Buffer?: { from(buffer: ArrayBuffer): unknown } }).Buffer?.from(buffer) ?? bytes;
  if (type === 'Uint8Array') return bytes;
  if (type === 'ArrayBuffer') return buffer;
  if (type === 'DataView') return new DataView(buffer);
  const View = typeof type === 'string' ? views.get(type) : undefined;
  if (View === undefined) throw new ValueError('bytes', 'names no kind of bytes that is known');
  if (bytes.length % View.BYTES_PER_ELEMENT !== 0)
    throw new ValueError('bytes', `is cut: a ${type} has ${View.BYTES_PER_ELEMENT} bytes per element`);
  return new View(buffer);
}

type View = { readonly name: string; readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBuffer): unknown };

const views: ReadonlyMap<string, View> = new Map(
  (
    [
      Int8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
      Float32Array,
      Float64Array,
      BigInt64Array,
      BigUint64Array,
    ] as readonly View[]
  ).map((one) => [one.name, one]),
);
