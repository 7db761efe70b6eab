// node replay-once.mjs <trace file> <agent module>: what a candidate costs that has a process of its own.
import { pathToFileURL } from 'node:url';
import { replay } from '@stepfork/replay';
import { readTraceFile } from '@stepfork/trace/file';

const [file, module] = process.argv.slice(2);
const { agent } = await import(pathToFileURL(module).href);
const { stop } = await replay(await readTraceFile(pathToFileURL(file)), agent);
process.exitCode = stop === null ? 0 : 1;
