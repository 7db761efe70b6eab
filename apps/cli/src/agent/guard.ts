import { inspect } from 'node:util';
import type { Agent } from '@stepfork/replay';
import { writeNote } from '../terminal/streams.ts';

/** The agent tried to end the process. For the run this is how it failed, as in a test runner. */
class ProcessExitError extends Error {
  override readonly name = 'ProcessExitError';
}

const failRun = new Set<(error: unknown) => void>();
// Taken before the agent's module can replace it.
const OwnPromise = Promise;

let installed = false;

/**
 * An agent whose run ends as failed where in a process of its own it would have taken the process down: by `process.exit`, an exception that
 * nobody catches, a rejection that nobody handles. Also if its own `catch` swallows it: a dead process does not go on.
 */
export function guardAgent(agent: Agent): Agent {
  install();
  return async (input) => {
    let fail: (error: unknown) => void = () => {};
    const failed = new OwnPromise<never>((_, reject) => {
      fail = reject;
    });
    failed.catch(() => {});
    failRun.add(fail);
    try {
      // `failed` first: an agent that swallows its own exit may have returned by now.
      return await OwnPromise.race([failed, agent(input)]);
    } finally {
      failRun.delete(fail);
    }
  };
}

/** Takes a stray error of the agent; `false` if it cannot be the agent's. */
export function agentTakes(error: unknown): boolean {
  if (!installed) return false;
  // Our own refusal, in a promise that the agent dropped: the replay has counted it where it was made.
  if (isOurs(error)) return true;
  if (failRun.size === 0) writeNote(`note: the agent left an error that nobody handled after its run had ended: ${inspect(error)}`);
  for (const fail of failRun) fail(error);
  return true;
}

function install(): void {
  if (installed) return;
  installed = true;
  process.exit = ((code?: number | string | null): never => {
    const error = new ProcessExitError(`the agent called process.exit(${code ?? ''})`);
    for (const fail of failRun) fail(error);
    throw error;
  }) as typeof process.exit;
}

function isOurs(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Symbol.for('stepfork.error') in error;
}
