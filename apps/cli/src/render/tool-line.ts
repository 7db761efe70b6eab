import { isSink, type PolicyRules } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { commandLine } from './command-line.ts';
import { printable } from './printable.ts';

/** `lookup_customer ×2, issue_refund ×1 (effect)`, and what to do where nobody has said that one is an effect; empty where no tool was called. */
export function toolLine(trace: Trace, policies: PolicyRules): string {
  const tools = new Map<string, { times: number; effect: boolean }>();
  for (const { call } of trace.steps) {
    if (call.kind !== 'tool') continue;
    const seen = tools.get(call.name) ?? { times: 0, effect: false };
    tools.set(call.name, { times: seen.times + 1, effect: seen.effect || call.effect || isSink(policies, call.name) });
  }
  if (tools.size === 0) return '';
  const list = [...tools].map(([name, { times, effect }]) => `${printable(name)} ×${times}${effect ? ' (effect)' : ''}`).join(', ');
  const isSaid = Object.values(policies.tools ?? {}).includes('sink') || [...tools.values()].some(({ effect }) => effect);
  return `tools: ${list}${isSaid ? '' : `\n${hintFor([...tools.keys()])}`}`;
}

/** A request that may have changed something is named as it would have to be typed. */
function hintFor(names: readonly string[]): string {
  const request = names.find((name) => /^(?:POST|PUT|PATCH|DELETE) /.test(name));
  const rule = request === undefined ? '--policy name=sink' : `--policy ${printable(commandLine(`${request}=sink`))}, say`;
  return `no tool is declared an effect: in a replay one that changes the world needs ${rule}, or { effect: true } where your code wraps it`;
}
