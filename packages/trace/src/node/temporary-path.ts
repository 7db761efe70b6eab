import { randomBytes } from 'node:crypto';

/** Traces may hold what their owner's machine holds. */
export const privateMode = 0o600;

/** A name beside the file, so that renaming stays on one disk. */
export function temporaryPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}
