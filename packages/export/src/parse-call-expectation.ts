import type { CallClaim } from '@stepfork/replay';
import { type Json, StepforkError } from '@stepfork/trace';

const hint =
  'Write the name of a tool, then, if wanted, how often (x2, x2+ for at least 2), then, if wanted, a part of its arguments as JSON: ' +
  'issue_refund x1 {"amount_cents":4999}. For a tool that must not be called: !send_email.';

/**
 * One expected call, as a person types it:
 *
 * ```text
 * expectation = "!" tool                          never called
 *             | tool [ times ] [ arguments ]      called; without times at least once
 * tool        = characters other than space, "!" and "{" in front
 * times       = "x" number                        exactly so often
 *             | "x" number "+"                    at least so often
 * arguments   = JSON                              a part of the arguments: objects by key, arrays by length and element
 * ```
 *
 * `issue_refund x1 {"amount_cents":4999}` is `{ tool: 'issue_refund', with: { amount_cents: 4999 }, times: 1 }`.
 *
 * @throws StepforkError `STEPFORK_CALL_EXPECTATION`.
 */
export function parseCallExpectation(text: string): CallClaim {
  const never = /^\s*!\s*(\S+)\s*$/.exec(text)?.[1];
  if (never !== undefined) return { never };
  const [, tool, exactly, atLeast, json] = /^\s*([^\s!{[]\S*)(?:\s+x(?:(\d+)|(\d+)\+))?(?:\s+(\S[\s\S]*?))?\s*$/.exec(text) ?? [];
  if (tool === undefined) throw misread(text, 'it does not begin with the name of a tool');
  return {
    tool,
    ...(json === undefined ? {} : { with: parseArguments(json, text) }),
    ...(exactly === undefined ? {} : { times: Number(exactly) }),
    ...(atLeast === undefined ? {} : { times: { atLeast: Number(atLeast) } }),
  };
}

function parseArguments(json: string, text: string): Json {
  try {
    return JSON.parse(json) as Json;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw misread(text, `what follows the tool is not JSON (${cause.message})`, cause);
  }
}

function misread(text: string, why: string, cause?: SyntaxError): StepforkError {
  return new StepforkError('STEPFORK_CALL_EXPECTATION', `The expected call ${JSON.stringify(text)} cannot be read: ${why}.`, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  });
}
