interface NodeBuffer {
  from(bytes: ArrayBuffer, offset: number, length: number): { toString(encoding: 'base64'): string };
  from(text: string, encoding: 'base64'): Uint8Array;
}

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const native = nodeBuffer();
  if (native !== undefined) return native.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  let binary = '';
  // In pieces, since a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** Bytes of standard base64, in memory of their own; `null` if the text is something else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const native = nodeBuffer();
  // Copied: small Buffers share one pool, and whoever gets the bytes may ask for their `buffer`.
  if (native !== undefined) return new Uint8Array(native.from(text, 'base64'));
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

// Looked up at every call and never imported, so that the package runs in a browser and yet is fast in Node.
function nodeBuffer(): NodeBuffer | undefined {
  return (globalThis as { Buffer?: NodeBuffer }).Buffer;
}
