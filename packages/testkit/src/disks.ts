/** A place to write to: give it to `createTraceWriter({ write })`. */
export interface Disk {
  readonly write: (bytes: Uint8Array) => void;
  /** What was written before it failed. */
  readonly written: () => Uint8Array;
}

/** A disk on which `capacity` bytes fit; the write that needs more throws ENOSPC, as the operating system would. */
export function fullDisk(capacity: number): Disk {
  const disk = memoryDisk();
  let left = capacity;
  const write = (bytes: Uint8Array): void => {
    if (bytes.byteLength > left)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' });
    left -= bytes.byteLength;
    disk.write(bytes);
  };
  return { ...disk, write };
}

/** A disk that blocks the process for `ms` at each write. */
export function slowDisk(ms: number): Disk {
  const disk = memoryDisk();
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  const write = (bytes: Uint8Array): void => {
    Atomics.wait(nobody, 0, 0, ms);
    disk.write(bytes);
  };
  return { ...disk, write };
}

function memoryDisk(): Disk {
  const parts: Uint8Array[] = [];
  return { write: (bytes) => void parts.push(bytes.slice()), written: () => Buffer.concat(parts) };
}
