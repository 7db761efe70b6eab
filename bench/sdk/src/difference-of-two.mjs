import { join } from 'node:path';
import { comparableTrace } from '@stepfork/replay';
import { diffTraces } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import { stepfork } from './stepfork.mjs';

/** A word with one in it: some ids are made of several. */
const uuid = /[\w-]*?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[\w-]*/g;

/** What `stepfork diff` says of two recordings against a provider that draws its ids anew; `null`: no difference. */
export async function differenceOfTwo(folder, files) {
  const { code, stdout, stderr } = await stepfork(folder, ['diff', ...files]);
  if (code === 0) return null;
  const traces = await Promise.all(files.map((file) => readTraceFile(join(folder, file))));
  const trunks = traces.map(({ trunk }) => trunk);
  if (printOnlyOwnIds(...trunks))
    return 'the replay is the same, and so are the calls of two recordings; the agent prints ids that its SDK draws itself';
  return `two recordings differ: ${(stdout || stderr).trim().slice(0, 600)}`;
}

/** Whether all that differs are UUIDs in what the program prints that no answer has brought. */
function printOnlyOwnIds(one, two) {
  const printed = ({ outcome, steps }) => {
    const brought = JSON.stringify(steps.map((step) => step.outcome));
    return outcome.value.stdout.replace(uuid, (word, id) => (brought.includes(id) ? word : 'own'));
  };
  const stdoutOf = (trace, stdout) => ({ ...trace, outcome: { ...trace.outcome, value: { ...trace.outcome.value, stdout } } });
  const [first, second] = [one, two].map((trace) => comparableTrace(stdoutOf(trace, printed(trace))));
  return diffTraces(first, second).length === 0;
}
