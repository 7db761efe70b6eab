/**
 * Where the checksum of an event starts from. In the trunk it is 0, in a fork the checksum of its `run-start`, which names the run: so no
 * line of a fork equals a line of another one, and git cannot merge two forks (`merge=union`) into each other, line by line.
 */
export class CrcSeed {
  #segments = 0;
  #seed = 0;

  before(type: unknown): number {
    return type === 'run-start' || type === 'seal' ? 0 : this.#seed;
  }

  after(type: unknown, crc: number): void {
    if (type !== 'run-start') return;
    if (this.#segments > 0) this.#seed = crc;
    this.#segments++;
  }
}
