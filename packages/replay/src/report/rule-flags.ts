import { encodeValue } from '@stepfork/trace';
import type { ReplayOptions } from '../replay-options.ts';
import type { Answer } from '../test-case.ts';
import { shell } from './shell.ts';

/** The rules of a replay as flags of the commands, each ready to be typed. */
export function ruleFlags(rules: ReplayOptions): readonly string[] {
  const { policies = {}, answers = {}, stable = [], ignore = {}, order, timeoutMs, maxCalls } = rules;
  const named = (prefix: string, table: Readonly<Record<string, string>> = {}): readonly string[] =>
    Object.entries(table).map(([name, policy]) => `--policy ${shell(`${prefix}${name}=${policy}`)}`);
  return [
    ...named('', policies.tools),
    ...named('model:', policies.models),
    ...Object.entries(answers).flatMap(([tool, given]) =>
      (Array.isArray(given) ? (given as readonly Answer[]) : [given as Answer]).map(
        (answer) => `--answer ${shell(answerText(tool, answer))}`,
      ),
    ),
    ...stable.map((name) => `--stable ${shell(name)}`),
    ...Object.entries(ignore).flatMap(([name, paths]) => paths.map((path) => `--ignore ${shell(`${name} ${path}`)}`)),
    ...(order === undefined ? [] : [`--order ${order}`]),
    ...(timeoutMs === undefined ? [] : [`--timeout ${timeoutMs}`]),
    ...(maxCalls === undefined ? [] : [`--max-calls ${maxCalls}`]),
  ];
}

function answerText(tool: string, answer: Answer): string {
  const input = 'for' in answer ? ` ${JSON.stringify(encodeValue(answer.for))}` : '';
  return `${tool}${input}=${JSON.stringify(encodeValue(answer.value))}`;
}
