import type { CallClaim } from '@stepfork/replay';
import { type Json, StepforkError } from '@stepfork/trace';

const hint =
  'Write the name of a tool, then, if wanted, how often (x2, x2+ for at least 2), then, if wanted, a part of its arguments as JSON: ' +
  'issue_refund x1 {"amount_cents":4999}. For a tool that must not be called: !send_email. A name with spaces stands in double quotes, ' +
  'but for that of a request: POST api.example.com/v1/refunds.';

// A request is named by method, host and path. What follows a tool otherwise has none of these signs outside of quotes and brackets.
const request = String.raw`[A-Z]+ [^\s{["]*(?:[/:]|\.[a-z])\S*`;
const name = String.raw`(?:"([^"]+)"|(${request}|[^\s!{["]\S*))`;
const neverCalled = new RegExp(String.raw`^\s*!\s*${name}\s*$`);
const called = new RegExp(String.raw`^\s*${name}(?:\s+x(?:(\d+)|(\d+)\+))?(?:\s+(\S[\s\S]*?))?\s*$`);

/**
 * One expected call, as a person types it:
 *
 * ```text
 * expectation = "!" tool                          never called
 *             | tool [ times ] [ arguments ]      called; without times at least once
 * tool        = characters other than space, "!", "{", "[" and a quote in front
 *             | method " " host path              a request, as `inspect` shows it
 *             | a quote, anything, a quote        a name with spaces in it
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
  const [, quotedNever, never = quotedNever] = neverCalled.exec(text) ?? [];
  if (never !== undefined) return { never };
  const [, quoted, tool = quoted, exactly, atLeast, json] = called.exec(text) ?? [];
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
    throw misread(text, `what follows the tool is not JSON (${cause.message})`);
  }
}

/** Without its cause, which says the same and where in our code: who typed it learns nothing by that. */
function misread(text: string, why: string): StepforkError {
  return new StepforkError('STEPFORK_CALL_EXPECTATION', `The expected call ${JSON.stringify(text)} cannot be read: ${why}.`, { hint });
}
