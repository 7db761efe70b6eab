import { type Registered, registered } from '@stepfork/interceptor';
import { decodeValue, findOpaque, type Trace } from '@stepfork/trace';
import { loadTraces } from './case-file/load-traces.ts';
import { defaultTimeoutMs } from './default-timeout.ts';
import { ConfigurationError } from './errors/configuration-error.ts';
import type { KeyRules } from './ledger/key-rules.ts';
import type { Order } from './ledger/ledger.ts';
import type { RecordingIndex } from './ledger/recording-index.ts';
import { createRecordingIndexes, type RecordingIndexes } from './ledger/recording-indexes.ts';
import { refuseObserved } from './observed/refuse-observed.ts';
import { type IgnoreTable, ignoreTable } from './policies/ignore-table.ts';
import { type KnownNames, knownNames } from './policies/known-names.ts';
import { type PolicyTable, resolvePolicies } from './policies/policy-table.ts';
import { requireKnown } from './policies/require-known.ts';
import type { ReplayOptions } from './replay-options.ts';
import { type ReplayRedactor, replayRedactor } from './secrets/replay-redactor.ts';
import type { Agent, Answer, Answers, Match, Traces } from './test-case.ts';

/** What holds for each recording of a test case. */
interface Rules {
  readonly agent: Agent;
  readonly known: KnownNames;
  readonly table: PolicyTable;
  readonly stable: Set<string>;
  readonly policies: Readonly<Record<string, string>>;
  readonly ignore: IgnoreTable;
  readonly order: Order;
  readonly match: Match;
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
  readonly timeoutMs: number;
  readonly rechunk: string | null;
  readonly signal: AbortSignal | undefined;
}

/** All that several replays of one recording share. Made once, before the agent runs. */
export interface PreparedReplay extends Rules {
  readonly recording: Trace;
  /** 0 for the trunk, then the forks in file order. */
  readonly place: number;
  readonly redaction: ReplayRedactor;
  readonly maxCalls: number;
  /** A fresh copy of the recorded input at each call. */
  readonly input: () => unknown;
  readonly opaqueInput: { readonly path: string; readonly type: string } | null;
  /** Anew where a tool has turned out to be an effect or a stable read. */
  readonly index: () => RecordingIndex;
  /** Those of the other recordings. */
  readonly otherIndexes: () => readonly RecordingIndex[];
  readonly forgetIndexes: () => void;
}

/**
 * Loads the recordings, resolves the rules and refuses what cannot be meant. One preparation for each recording, in file order.
 *
 * @param claimed names of the tools that the claim speaks of.
 * @param live what a fork may run for real, as it was typed.
 * @throws ConfigurationError
 */
export async function prepareReplays(
  traces: Traces,
  agent: Agent,
  options: ReplayOptions,
  claimed: readonly string[] = [],
  live: readonly string[] = [],
): Promise<readonly [PreparedReplay, ...PreparedReplay[]]> {
  const recordings = await loadTraces(traces);
  const declarations = registered();
  const known = knownNames(recordings, { registered: declarations, claimed, ...options.alsoKnown });
  const table = resolvePolicies(options.policies ?? {}, known);
  const boundaries = new Set(declarations.flatMap(({ kind, name }) => (kind === 'tool' ? [name] : [])));
  refuseObserved(recordings, boundaries, (name) => table.policyOf('tool', name, false) === 'live' || isLive(name, live));
  const stable = stableNames(options.stable ?? [], declarations, known, table);
  const ignore = ignoreTable(options.ignore ?? {}, known);
  const rules: Rules = {
    agent,
    known,
    table,
    stable,
    policies: policyTexts(options),
    ignore,
    order: orderOf(options.order),
    match: matchOf(options.match),
    answers: answerMap(options.answers ?? {}, known, table),
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? defaultTimeoutMs),
    rechunk: options.rechunk ?? null,
    signal: options.signal,
  };
  const indexes = createRecordingIndexes(recordings, keyRules(rules));
  const [first, ...rest] = recordings;
  return [
    prepared(first, 0, indexes, rules, options),
    ...rest.map((recording, at) => prepared(recording, at + 1, indexes, rules, options)),
  ];
}

function isLive(name: string, live: readonly string[]): boolean {
  return [name, `tool:${name}`, '*', 'tool:*'].some((text) => live.includes(text));
}

function prepared(recording: Trace, place: number, indexes: RecordingIndexes, rules: Rules, options: ReplayOptions): PreparedReplay {
  return {
    recording,
    place,
    redaction: replayRedactor(recording, options.redactor),
    maxCalls: positive('maxCalls', options.maxCalls ?? Math.max(1000, 10 * recording.steps.length)),
    input: () => decodeValue(recording.run.input),
    opaqueInput: findOpaque(recording.run.input),
    index: () => indexes.of(place),
    otherIndexes: () => indexes.otherThan(place),
    forgetIndexes: indexes.forget,
    ...rules,
  };
}

function keyRules({ table, stable, ignore, match }: Rules): KeyRules {
  return {
    isEffect: table.isEffect,
    isLive: (kind, name) => table.policyOf(kind, name, false) === 'live',
    isStable: (kind, name) => kind === 'tool' && (match === 'position' || stable.has(name)),
    ignored: ignore.pointersFor,
    ignoreText: ignore.text,
  };
}

function stableNames(names: readonly string[], declarations: readonly Registered[], known: KnownNames, table: PolicyTable): Set<string> {
  for (const name of names) {
    requireKnown('tool', name, known.tools, `stable: ${name}`);
    if (table.isEffect('tool', name)) {
      throw new ConfigurationError(
        `the tool ${name} is an effect, so it cannot be a stable read`,
        'Drop it from `stable`, or give it another policy.',
      );
    }
  }
  return new Set([...names, ...declarations.filter(({ stable }) => stable).map(({ name }) => name)]);
}

function answerMap(answers: Answers, known: KnownNames, table: PolicyTable): ReadonlyMap<string, readonly Answer[]> {
  const map = new Map<string, readonly Answer[]>();
  for (const [name, given] of Object.entries(answers)) {
    requireKnown('tool', name, known.tools, `the declared answer for ${name}`);
    if (table.policyOf('tool', name, false) !== 'sink') {
      throw new ConfigurationError(
        `an answer is declared for ${name}, whose policy is ${table.policyOf('tool', name, false)}: nobody would ask for it`,
        `Declared answers are for sinks: write ${name}=sink.`,
      );
    }
    map.set(name, Array.isArray(given) ? given : [given as Answer]);
  }
  return map;
}

function policyTexts({ policies = {} }: ReplayOptions): Readonly<Record<string, string>> {
  const texts = (kind: string, rules: Readonly<Record<string, string>> | undefined): (readonly [string, string])[] =>
    Object.entries(rules ?? {}).map(([name, policy]) => [`${kind}:${name}`, policy]);
  return Object.fromEntries([...texts('tool', policies.tools), ...texts('model', policies.models)]);
}

function orderOf(order: string = 'keyed'): Order {
  if (order === 'keyed' || order === 'recorded') return order;
  throw new ConfigurationError(`the order "${order}" is unknown; known are keyed and recorded`, 'Choose one of these.');
}

function matchOf(match: string = 'key'): Match {
  if (match === 'key' || match === 'position') return match;
  throw new ConfigurationError(`matching by "${match}" is unknown; known are key and position`, 'Choose one of these.');
}

function positive(what: string, value: number): number {
  if (value > 0) return value;
  throw new ConfigurationError(`${what} is ${value}`, 'Give a number greater than 0.');
}
