/** A replayed program was ended by a signal before it had come to its end: there is nothing to judge. */
export class ProgramKilled extends Error {
  override readonly name = 'ProgramKilled';
  /** `null`: it is not known by which one, since something stood in between. */
  readonly signal: NodeJS.Signals | null;

  constructor(signal: NodeJS.Signals | null) {
    super(`the program was ended by ${signal ?? 'a signal'}`);
    this.signal = signal;
  }
}
