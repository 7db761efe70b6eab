import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { erase, phases, places, type SharedLine } from './shared-line.ts';

// Draws the line when a second has gone by, and then four times a second, until it is over.
const { state, text, columns } = workerData as SharedLine & { readonly columns: number };
const startedAtMs = performance.now();
let waitMs = 1000;
while (Atomics.wait(state, places.over, 0, waitMs) === 'timed-out') {
  draw();
  waitMs = 250;
}

function draw(): void {
  const was = Atomics.load(state, places.phase);
  if (was !== phases.hidden && was !== phases.shown) return;
  if (Atomics.compareExchange(state, places.phase, was, phases.drawing) !== was) return;
  const said = new TextDecoder().decode(text.slice(0, Atomics.load(state, places.length)));
  const line = `${said} … ${Math.floor((performance.now() - startedAtMs) / 1000)} s`;
  try {
    // In the last column the terminal would go on in a line that nobody erases.
    writeSync(2, `${erase}${line.slice(0, columns - 1)}`);
  } catch {
    // The terminal takes nothing now, or is gone.
  }
  Atomics.store(state, places.phase, phases.shown);
  Atomics.notify(state, places.phase);
}
