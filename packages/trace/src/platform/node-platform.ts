import { type Crc32, crc32 } from '../bytes/crc32.ts';
import type { Hasher, Platform } from './platform.ts';

/** What we use of Node. */
interface Builtins {
  readonly crc32: Crc32;
  readonly createHash: (algorithm: 'sha256') => NodeHash;
  readonly deflateRawSync: (bytes: Uint8Array, options: { readonly level: number }) => Uint8Array;
  readonly inflateRawSync: (bytes: Uint8Array, options: { readonly maxOutputLength: number; readonly info: true }) => Inflated;
}

/** With the option `info`. */
interface Inflated {
  readonly buffer: Uint8Array;
  /** `bytesWritten`: to the engine, so what it has taken. */
  readonly engine: { readonly bytesWritten: number };
}

interface NodeHash {
  update(bytes: Uint8Array): void;
  digest(encoding: 'hex'): string;
}

/** The platform that Node is, where it is Node that we run in; else `null`. */
export function nodePlatform(): Platform | null {
  const builtins = nodeBuiltins();
  if (builtins === null) return null;
  return {
    crc32: (bytes, seed = 0) => (bytes.length < worthACall ? crc32(bytes, seed) : builtins.crc32(bytes, seed)),
    hasher: () => new NodeHasher(builtins.createHash('sha256')),
    deflate: (bytes) => builtins.deflateRawSync(bytes, { level: quick }),
    inflate: (deflated, length) => inflateWith(builtins, deflated, length),
  };
}

/** For less, the call into zlib costs more than it saves. */
const worthACall = 64;
const blockSize = 65_536;
/** A higher level takes twice the time for answers in plain text, and saves a few hundredths. */
const quick = 1;

// Looked up and never imported, so that the package runs in a browser and yet is fast in Node.
function nodeBuiltins(): Builtins | null {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const zlib = process?.getBuiltinModule?.('zlib') as Partial<Builtins> | undefined;
  const crypto = process?.getBuiltinModule?.('crypto') as Partial<Builtins> | undefined;
  const { crc32, deflateRawSync, inflateRawSync } = zlib ?? {};
  const { createHash } = crypto ?? {};
  // Others that have modules of these names may lack a function.
  if (crc32 === undefined || deflateRawSync === undefined || inflateRawSync === undefined || createHash === undefined) return null;
  return { crc32, createHash, deflateRawSync, inflateRawSync };
}

function inflateWith({ inflateRawSync }: Builtins, deflated: Uint8Array, length: number): Uint8Array | null {
  try {
    const { buffer, engine } = inflateRawSync(deflated, { maxOutputLength: length, info: true });
    return buffer.length === length && engine.bytesWritten === deflated.length ? buffer : null;
  } catch {
    // Whatever zlib says about it: these bytes are not so many that were deflated.
    return null;
  }
}

/** Collects small pieces: handing over each one costs more than hashing it. */
class NodeHasher implements Hasher {
  readonly #hash: NodeHash;
  readonly #block = new Uint8Array(blockSize);
  #filled = 0;

  constructor(hash: NodeHash) {
    this.#hash = hash;
  }

  update(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > blockSize) this.#flush();
    if (bytes.length > blockSize) {
      this.#hash.update(bytes);
      return;
    }
    this.#block.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  async digest(): Promise<string> {
    this.#flush();
    return this.#hash.digest('hex');
  }

  #flush(): void {
    this.#hash.update(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }
}
