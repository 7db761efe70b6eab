import { RunAmbient } from './run-ambient.ts';

/** The ambient of a process that is a run: what nobody catches ends it, as without us. */
export class ProcessAmbient extends RunAmbient {
  override crash(error: unknown): void {
    throw error;
  }
}
