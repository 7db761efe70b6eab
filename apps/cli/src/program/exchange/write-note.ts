import { writeFileSync } from 'node:fs';

/** Leaves a note for the command that started the program. Never throws: the disk may be full, or the command over, and the program goes on as without us. */
export function writeNote(path: string, note: unknown): void {
  try {
    writeFileSync(path, JSON.stringify(note), { mode: 0o600 });
  } catch {
    // Whoever looks for it sees that it is missing.
  }
}
