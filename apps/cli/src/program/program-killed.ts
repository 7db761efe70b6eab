/** A replayed program was ended by a signal before it had come to its end: there is nothing to judge. */
export class ProgramKilled extends Error {
  override readonly name = 'ProgramKilled';
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`the program was ended by ${signal}`);
    this.signal = signal;
  }
}
