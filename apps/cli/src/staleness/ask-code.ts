import { ConfigurationError, defaultTimeoutMs, formatVerdict, type PolicyRules, type Replay, replay } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { findProject } from '../agent/load-project.ts';
import { watchBlocked } from '../agent/watch-blocked.ts';
import { loadConfig } from '../config/load-config.ts';
import { refuseForProgram } from '../program/command/program-flags.ts';
import { programTimeoutMs } from '../program/replaying/default-timeout.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { startProgress } from '../terminal/progress.ts';
import type { CodeNow } from './staleness.ts';

/** Who is asked: an agent that is a function, or a program; nobody where both are missing. */
export interface Asked {
  readonly agent: string | undefined;
  readonly command: readonly string[] | null;
}

/** Every call is answered by the recorded answer that fits best, so that the run goes on where the code asks otherwise; no body runs. */
const policies: PolicyRules = { tools: { '*': 'sink' }, models: { '*': 'sink' } };

/**
 * Runs the code as it is now, offline, and tells what it asks.
 *
 * @param path of the trace file
 * @param onBlocked called where it never gives control back; it must end the process
 */
export async function askCode(
  path: string,
  { trunk }: TraceFile,
  { agent, command }: Asked,
  onBlocked: (code: CodeNow) => void,
): Promise<CodeNow> {
  const traces: TraceFile = { trunk, forks: [], sealed: true, damage: null };
  if (command !== null) return askProgram(path, traces, command, agent);
  const project = await findProject(agent);
  const load = await project.load();
  const timeoutMs = project.config.timeoutMs ?? defaultTimeoutMs;
  const progress = startProgress('asking the code');
  const stopWatch = watchBlocked({
    limitMs: timeoutMs,
    onLimit: () => {
      progress.done();
      onBlocked({ kind: 'unknown', why: 'it never gave control back' });
    },
  });
  try {
    return await seen(replay(traces, load, { policies, timeoutMs, ...redactorOfProject(project.ref.root, trunk.run.redaction) }));
  } finally {
    stopWatch();
    progress.done();
  }
}

async function askProgram(path: string, traces: TraceFile, command: readonly string[], agent: string | undefined): Promise<CodeNow> {
  refuseForProgram(command, { agent });
  const { replayProgram } = await import('../program/replaying/replay-program.ts');
  const { timeoutMs = programTimeoutMs } = (await loadConfig(process.cwd())).config;
  const progress = startProgress('asking the program');
  try {
    return await seen(
      replayProgram(command, { trace: path, traces, rules: { policies, timeoutMs }, claim: null, stdout: 'nowhere' }).then(
        (done) => done.replay,
      ),
    );
  } finally {
    progress.done();
  }
}

/** A replay that is refused says nothing of the code, and is no error here: nobody has asked for a verdict. */
async function seen(replaying: Promise<Replay>): Promise<CodeNow> {
  try {
    return codeOf(await replaying);
  } catch (error) {
    if (!ConfigurationError.isInstance(error)) throw error;
    return { kind: 'unknown', why: error.message };
  }
}

function codeOf({ trace: { steps }, receipt, stop }: Replay): CodeNow {
  if (stop !== null) return { kind: 'asked', steps, cutShort: formatVerdict(stop) };
  const unanswered = receipt.entries.find((entry) => entry.how === 'borrowed' && entry.by === 'null');
  const call = unanswered && steps[unanswered.step]?.call;
  return {
    kind: 'asked',
    steps,
    cutShort: call === undefined ? null : `${call.kind} ${call.name} was given no answer, since the recording has none of that name`,
  };
}
