import { examine } from './examine.mjs';
import { makeInput, materialOf } from './make-input.mjs';
import { randomOf } from './random.mjs';
import { realFiles } from './real-files.mjs';

// Examines the inputs of one run, from one number to another, and tells its parent where it is: it may hang, or run out of memory.
const [seed, from, to, batch] = process.argv.slice(2).map(Number);
// Thousands of refusals are made only to be counted: what their stack is costs a third of the time.
Error.stackTraceLimit = 0;
const material = materialOf(await realFiles());
const counts = { read: 0, refused: 0 };
let rss = 0;
for (let number = from; number < to; number++) {
  if ((number - from) % batch === 0) {
    rss = Math.max(rss, process.memoryUsage.rss());
    process.send({ at: number, counts, rss });
  }
  const bytes = makeInput(material, randomOf(seed, number));
  try {
    counts[await examine(bytes, number)]++;
  } catch (error) {
    process.send({ failed: number, error: error.stack ?? String(error), base64: bytes.subarray(0, 20_000).toString('base64') });
    process.exit(1);
  }
}
process.send({ done: true, counts, rss: Math.max(rss, process.memoryUsage.rss()) }, () => process.exit(0));
