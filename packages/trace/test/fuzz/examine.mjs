import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readTraceEvents } from '../../dist/file.js';
import { readTrace, resealTrace, StepforkError, TraceFormatError, validateTrace, writeTrace } from '../../dist/index.js';
import { readBytes } from '../../dist/read-bytes.js';
import { webPlatform } from '../../dist/web-platform.js';

const folder = mkdtempSync(join(tmpdir(), 'stepfork-fuzz-'));
const path = join(folder, 'input');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * What must hold for any bytes: they are refused by a typed error, or all that they say can be looked at.
 *
 * @param {Buffer} bytes
 * @param {number} number of the input; every fourth is also validated, every sixteenth read as in a browser and event by event, written and
 *   sealed anew
 * @returns {Promise<'read' | 'refused'>}
 * @throws if it does not hold
 */
export async function examine(bytes, number) {
  const { file, error } = await outcomeOf(readTrace(bytes), TraceFormatError);
  const size = file === undefined ? 0 : lookAt(file);
  if (number % 4 === 0) {
    const problems = await validateTrace(bytes);
    if (error !== undefined && problems.length === 0)
      throw new Error(`validateTrace finds nothing in what readTrace refuses: ${error.message}`);
  }
  if (number % 16 === 0) {
    const web = await outcomeOf(readBytes(bytes, 'trace', webPlatform), TraceFormatError);
    if (web.error?.message !== error?.message) throw new Error(`a browser says ${web.error?.message}, Node ${error?.message}`);
    const streamed = await outcomeOf(readEvents(bytes), TraceFormatError);
    if ((streamed.error === undefined) !== (error === undefined))
      throw new Error(`event by event it says ${streamed.error?.message}, else ${error?.message}`);
    await outcomeOf(resealTrace(bytes), TraceFormatError);
    if (file !== undefined) await writeAnew(file, size < 20_000);
  }
  if ({}.polluted !== undefined) throw new Error('Object.prototype was changed');
  return error === undefined ? 'read' : 'refused';
}

async function readEvents(bytes) {
  writeFileSync(path, bytes);
  for await (const event of readTraceEvents(path)) lookAt(event);
}

async function writeAnew(file, compared) {
  for (const encoding of ['packed', 'text']) {
    const written = await outcomeOf(writeTrace(file, encoding), StepforkError);
    if (written.error !== undefined) continue;
    const again = await readTrace(written.file);
    if (!again.sealed) throw new Error(`what was read is written as ${encoding} without a seal`);
    if (compared && !isDeepStrictEqual(valuesOf(again), valuesOf(file)))
      throw new Error(`what was read is written as ${encoding} as something else`);
  }
}

function valuesOf({ trunk, forks }) {
  return JSON.stringify([trunk, forks]);
}

async function outcomeOf(reading, Expected) {
  try {
    return { file: await reading };
  } catch (error) {
    if (!(error instanceof Expected)) throw error;
    return { error };
  }
}

/** Every part of it, each once though it may stand in many places. Gives how many places there are, up to a limit. */
function lookAt(file) {
  const seen = new Set();
  const waiting = [file];
  let places = 0;
  while (waiting.length > 0 && places < 200_000) {
    const part = waiting.pop();
    places++;
    if (typeof part !== 'object' || part === null) continue;
    if (seen.has(part)) {
      places += 100;
      continue;
    }
    seen.add(part);
    for (const key of Object.keys(part)) waiting.push(part[key]);
  }
  return places;
}
