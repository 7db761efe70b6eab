/**
 * @typedef {{ passed: number, failed: number, skipped?: readonly string[], log?: string, hint?: string }} Outcome `log` is shown where something failed;
 *   `skipped` says what this machine could not run.
 */

/** Runs checks one after the other, prints a line for each, and ends with the count of all. A check that throws has failed. */
export class Summary {
  #passed = 0;
  #failed = 0;
  /** @type {string[]} */
  #failures = [];
  /** @type {string[]} */
  #skipped = [];

  /**
   * @param {string} name
   * @param {() => Promise<Outcome>} body
   * @returns {Promise<boolean>} whether all of it passed
   */
  async check(name, body) {
    const startedAtMs = performance.now();
    const outcome = await body().catch((error) => ({ passed: 0, failed: 1, log: error.stack ?? String(error) }));
    // A check that looked at nothing has not passed.
    const failed = outcome.passed + outcome.failed === 0 ? 1 : outcome.failed;
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
    const count = outcome.passed + failed > 1 ? `  ${outcome.passed} of ${outcome.passed + failed}` : '';
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(28)} ${seconds.padStart(6)} s${count}`);
    if (failed > 0) {
      const log = (outcome.log ?? 'It ran nothing.').trimEnd().split('\n').slice(-200).join('\n');
      console.log(log.replace(/^/gm, '    '));
      if (outcome.hint) console.log(`    Next: ${outcome.hint}`);
      this.#failures.push(name);
    }
    this.#skipped.push(...(outcome.skipped ?? []));
    this.#passed += outcome.passed;
    this.#failed += failed;
    return failed === 0;
  }

  /** Names a check that had no chance to run. It counts as failed: what was not seen is not green. */
  skip(name, why) {
    console.log(`FAILED  ${name.padEnd(28)}   not run: ${why}`);
    this.#failures.push(name);
    this.#failed += 1;
  }

  /** Prints what was skipped, what failed and, as the last line, the count; sets the exit code. */
  end() {
    if (this.#skipped.length > 0) console.log(`\nSkipped, since this machine has no program for them: ${this.#skipped.join(', ')}`);
    if (this.#failures.length > 0) console.log(`\nFailed: ${this.#failures.join(', ')}`);
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`);
    process.exitCode = this.#failed === 0 ? 0 : 1;
  }
}
