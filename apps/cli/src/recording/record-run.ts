import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Agent, Frame } from '@stepfork/replay';
import { StepforkError, type Trace, type TraceWriter } from '@stepfork/trace';
import { type Interruption, watchInterruptions } from '../agent/interruptions.ts';
import type { Project } from '../agent/load-project.ts';
import { gitState } from '../project/git.ts';
import { projectRedactor } from '../project/redaction-key.ts';
import { runHead } from '../project/run-head.ts';
import { refuseSecrets } from '../project/scan-trace.ts';
import { installedSdks } from '../sdks/installed-sdks.ts';
import { noteOtherVersions } from '../sdks/note-other-versions.ts';
import { startProgress } from '../terminal/progress.ts';

export interface RecordRunOptions {
  readonly output: string;
  readonly force: boolean;
  readonly redact: boolean;
  readonly drainMs: number | undefined;
  readonly timeoutMs: number | undefined;
  /** What the agent takes for the time of its start. */
  readonly startedAt: Date | undefined;
}

export interface RecordedRun {
  readonly file: string;
  readonly trace: Trace;
  /** Where in the agent's own files the error was made that ended the run, innermost first. */
  readonly thrownAt: readonly Frame[];
  readonly withInput: boolean;
  /** Why the run was given up; `null` if the agent ended by itself. */
  readonly interruption: Interruption | null;
}

/**
 * Runs the agent once and writes each event as it happens, so that a killed run leaves a readable file.
 *
 * @throws SecretFoundError after the run, when the file has been removed; StepforkError `STEPFORK_WRITE_FAILED` if the file is not whole
 */
export async function recordRun(project: Project, input: unknown, options: RecordRunOptions): Promise<RecordedRun> {
  const [{ record, registered, watchEnvironment }, { openTraceFile, readTraceFile }] = await Promise.all([
    import('@stepfork/interceptor'),
    import('@stepfork/trace/file'),
  ]);
  const git = gitState(project.ref.root);
  // Most agents read their keys while they are loaded.
  const unwatch = watchEnvironment();
  const agent = await project.load();
  // Where the project's copy of the interceptor does not fit ours, this throws: before there is a file.
  registered();
  const sdks = installedSdks(dirname(project.ref.file));
  noteOtherVersions(sdks);
  const redactor = options.redact ? projectRedactor(project.ref.root, git) : null;
  const writer = await openTraceFile(options.output, { force: options.force });
  const progress = startProgress('recording');
  const interruptions = watchInterruptions(options.timeoutMs);
  const noted = notingError(agent);
  const trace = await record(noted.agent, input, {
    agent: project.ref.text,
    writer: counting(writer, (calls) => progress.update(`recording: ${calls} ${calls === 1 ? 'call' : 'calls'}`)),
    run: runHead(git, sdks),
    signal: interruptions.signal,
    ...(redactor === null ? { redaction: false } : { redactor }),
    ...(options.startedAt === undefined ? {} : { startedAt: options.startedAt }),
    ...(options.drainMs === undefined ? {} : { drainMs: options.drainMs }),
  }).finally(() => {
    unwatch();
    interruptions.forget();
    progress.done();
  });
  if (writer.failure !== null) throw writeFailed(options.output, writer.failure);
  if (options.redact) await refuseOrRemove(options.output, readTraceFile);
  const thrownAt = trace.outcome.kind === 'threw' ? (await import('@stepfork/replay')).ownFrames(noted.thrown()) : [];
  return { file: options.output, trace, thrownAt, withInput: input !== undefined, interruption: interruptions.happened() };
}

/** A trace keeps no stack, since no line of code is the same for long. */
function notingError(agent: Agent): { readonly agent: Agent; readonly thrown: () => unknown } {
  let thrown: unknown = null;
  return {
    agent: async (input) => {
      try {
        return await agent(input);
      } catch (error) {
        thrown = error;
        throw error;
      }
    },
    thrown: () => thrown,
  };
}

async function refuseOrRemove(output: string, read: typeof import('@stepfork/trace/file').readTraceFile): Promise<void> {
  try {
    refuseSecrets(await read(output));
  } catch (error) {
    rmSync(output, { force: true });
    throw error;
  }
}

function writeFailed(output: string, cause: Error): StepforkError {
  return new StepforkError('STEPFORK_WRITE_FAILED', `The recording in ${output} is not whole: it ends where writing failed.`, {
    hint: 'The agent was not disturbed. Make room, and record again.',
    cause,
  });
}

function counting(writer: TraceWriter, onCall: (calls: number) => void): TraceWriter {
  let calls = 0;
  return {
    append: (event) => {
      if (event.type === 'call-start') onCall(++calls);
      writer.append(event);
    },
    draft: (events) => writer.draft?.(events),
    together: (body) => (writer.together === undefined ? body() : writer.together(body)),
    trace: () => writer.trace(),
    get failure() {
      return writer.failure;
    },
    close: () => writer.close(),
  };
}
