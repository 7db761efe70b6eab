import { inspect } from 'node:util';
import type { Opinion, Predicate } from '@stepfork/minimize';
import type { Agent } from '@stepfork/replay';
import { decodeValue, type Json, type Trace } from '@stepfork/trace';
import { currentBases, resolveAgentRef } from '../agent/agent-ref.ts';
import { loadAgent } from '../agent/load-agent.ts';
import { UsageError } from '../errors/usage-error.ts';

const opinions: readonly unknown[] = ['fail', 'pass', 'could-not-execute'] satisfies readonly Opinion[];

/**
 * A check of the user's, as `--check` names it: it gets `{ output, error, calls }`, live values.
 *
 * @throws UsageError for a module or export that is not there
 */
export async function loadCheck(flag: string): Promise<Predicate> {
  const ref = resolveAgentRef(flag, currentBases(process.cwd()));
  const check = await loadAgent(ref, { modules: 'kept' });
  return async (trace) => {
    const opinion = await opinionOf(check, trace, ref.text);
    if (opinions.includes(opinion)) return opinion as Opinion;
    throw new UsageError(
      `${ref.text} said ${JSON.stringify(opinion) ?? String(opinion)} of a run.`,
      "It must return 'fail', 'pass' or 'could-not-execute'.",
    );
  };
}

async function opinionOf(check: Agent, trace: Trace, name: string): Promise<unknown> {
  try {
    return await check(runOf(trace));
  } catch (cause) {
    throw new UsageError(
      `${name} threw: ${cause instanceof Error ? cause.message : inspect(cause)}`,
      "It must return 'fail', 'pass' or 'could-not-execute', of whatever run.",
      { cause },
    );
  }
}

function runOf({ outcome, steps }: Trace): unknown {
  return {
    ...(outcome.kind === 'returned' && { output: live(outcome.value) }),
    ...(outcome.kind === 'threw' && { error: live(outcome.error) }),
    calls: steps.map(({ call: { kind, name, input } }) => ({ kind, name, input: live(input) })),
  };
}

/** What cannot be made again is left as it stands in the trace. */
function live(value: Json): unknown {
  try {
    return decodeValue(value);
  } catch {
    return value;
  }
}
