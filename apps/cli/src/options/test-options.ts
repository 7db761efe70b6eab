import { type Answers, type IgnoreRules, type PolicyRules, parsePolicyRules } from '@stepfork/replay';
import type { Config } from '../config/config.ts';
import { UsageError } from '../errors/usage-error.ts';
import { mergeTables, parseAnswer, parseIgnore, parseOrder } from './parse-flags.ts';

/** How a trace is replayed: what flags, case file and config say together. */
export interface TestOptions {
  readonly policies: PolicyRules;
  readonly answers: Answers;
  readonly stable: readonly string[];
  readonly ignore: IgnoreRules;
  readonly order?: 'keyed' | 'recorded';
  readonly timeoutMs?: number;
  readonly maxCalls?: number;
}

export interface TestFlags {
  readonly policy?: readonly string[] | undefined;
  readonly answer?: readonly string[] | undefined;
  readonly stable?: readonly string[] | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly order?: string | undefined;
  readonly timeout?: number | undefined;
  readonly 'max-calls'?: number | undefined;
}

type Below = Pick<Config, 'policies' | 'answers' | 'stable' | 'ignore' | 'order' | 'timeoutMs' | 'maxCalls'>;

/**
 * Flag over what stands below it (a case file, else the config), entry by entry; what neither says is left to the library.
 *
 * @throws UsageError at the first flag that cannot be read
 */
export function resolveTestOptions(flags: TestFlags, below: Below): TestOptions {
  const order = flags.order === undefined ? below.order : parseOrder(flags.order);
  const timeoutMs = flags.timeout ?? below.timeoutMs;
  const maxCalls = flags['max-calls'] ?? below.maxCalls;
  const policies = parsePolicyRules(flags.policy ?? []);
  return {
    policies: {
      tools: { ...below.policies?.tools, ...policies.tools },
      models: { ...below.policies?.models, ...policies.models },
    },
    answers: { ...below.answers, ...mergeTables((flags.answer ?? []).map(parseAnswer)) },
    stable: [...new Set([...(below.stable ?? []), ...(flags.stable ?? [])])],
    ignore: { ...below.ignore, ...mergeTables((flags.ignore ?? []).map(parseIgnore)) },
    ...(order === undefined ? {} : { order }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxCalls === undefined ? {} : { maxCalls }),
  };
}

/** Flags that a command takes only together with something else. */
export function requireFlag(value: string | undefined, flag: string, hint: string): string {
  if (value === undefined) throw new UsageError(`--${flag} is missing.`, hint);
  return value;
}
