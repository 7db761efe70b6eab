import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// `node fuzz.mjs --inputs 20000 [--seed 1] [--from 0]`: reads damaged and made-up trace files in a process of its own, whose time and memory are
// bounded. Ends with a line of JSON; exit code 1 where an input crashed it, held it up, or took too much.
const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' }, from: { type: 'string', default: '0' } },
});
const [inputs, seed, from] = [values.inputs, values.seed, values.from].map(Number);
/** A whole batch takes a second of a core, and minutes of one that forty others want. */
const batch = 200;
const patienceMs = 600_000;
const heapMb = 128;
const memoryMb = 512;

const child = fork(join(import.meta.dirname, 'work.mjs'), [seed, from, from + inputs, batch].map(String), {
  execArgv: [`--max-old-space-size=${heapMb}`],
});
let at = from;
let told = { counts: { read: 0, refused: 0 }, rss: 0 };
let problem = 'ended early: a crash, or more memory than it may take';
let patience = watch();
const startedAtMs = performance.now();
let toldAtMs = startedAtMs;

child.on('message', (message) => {
  clearTimeout(patience);
  patience = watch();
  if ('failed' in message) problem = `input ${message.failed}: ${message.error}\n${message.base64}`;
  else told = message;
  at = message.at ?? at;
  if (message.done) problem = message.rss > memoryMb * 2 ** 20 ? `took ${megabytes(message.rss)} MB` : null;
  if (performance.now() - toldAtMs < 10_000) return;
  toldAtMs = performance.now();
  console.error(`${at - from} of ${inputs}`);
});
child.on('exit', () => {
  clearTimeout(patience);
  const seconds = Math.round((performance.now() - startedAtMs) / 100) / 10;
  console.log(JSON.stringify({ seed, from, inputs, ...told.counts, peakMb: megabytes(told.rss), seconds }));
  if (problem === null) return;
  console.error(`seed ${seed}, in the ${batch} inputs from ${at} on: ${problem}`);
  process.exitCode = 1;
});

function watch() {
  return setTimeout(() => {
    problem = `nothing for ${patienceMs / 1000} s: an input holds it up`;
    child.kill('SIGKILL');
  }, patienceMs);
}

function megabytes(bytes) {
  return Math.round(bytes / 2 ** 20);
}
