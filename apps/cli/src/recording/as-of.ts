import { existsSync, realpathSync } from 'node:fs';
import { findPseudonym } from '@stepfork/replay';
import { decodeValue, findOpaque, type Json } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';
import { nameTrace } from '../inputs/load-test-case.ts';
import { loadTrace } from '../inputs/load-trace.ts';

/** What a recording takes over from the trunk of another one. */
export interface AsOf {
  readonly path: string;
  readonly trace: string;
  /** The AgentRef, and the file that it stands in. */
  readonly agent: { readonly ref: string | null; readonly file: string };
  readonly startedAt: Date;
  /** The input of the trunk, live. */
  readonly input: () => unknown;
}

/**
 * Reads the trunk of a trace or case file, as whose correction another run is recorded: on its day, with its input.
 *
 * @throws UsageError and the errors of the libraries; `input` throws where the recorded one cannot be given to an agent that runs for real
 */
export async function loadAsOf(path: string): Promise<AsOf> {
  const { trace, caseFile } = nameTrace(path);
  const { trunk } = await loadTrace(trace);
  const { run } = trunk;
  const startedAt = new Date(run.startedAt);
  if (Number.isNaN(startedAt.getTime())) {
    throw new UsageError(`${trace} does not say when its run started, so there is no clock to record under.`, 'Name another trace.');
  }
  return {
    path,
    trace,
    agent: { ref: caseFile?.agent ?? run.agent, file: path },
    startedAt,
    input: () => {
      refuseInput(run.input, path);
      return decodeValue(run.input);
    },
  };
}

/** @throws UsageError if the new recording would take the place of that trace, whatever was forced */
export function refuseTrunk({ path, trace }: AsOf, output: string): void {
  if (!existsSync(output) || realpathSync(output) !== realpathSync(trace)) return;
  throw new UsageError(
    `The recording would overwrite the trace of ${path}, as whose correction it is made.`,
    'Give it another name: -o fixed.sftrace.',
  );
}

function refuseInput(input: Json, path: string): void {
  const hint = 'Give the input itself: --input ticket.json.';
  const opaque = findOpaque(input);
  if (opaque !== null) {
    throw new UsageError(`The input in ${path} holds at ${place(opaque.path)} what could not be recorded (${opaque.type}).`, hint);
  }
  const secret = findPseudonym(input);
  if (secret !== null) {
    throw new UsageError(
      `The input in ${path} holds at ${place(secret)} the pseudonym of a secret, which means nothing to the tools and models that now run for real.`,
      hint,
    );
  }
}

function place(pointer: string): string {
  return pointer === '' ? 'its root' : pointer;
}
