import { type CallClaim, type Claim, judge, redactClaim } from '@stepfork/replay';
import type { ScoreVerdict } from '@stepfork/score';
import type { Json, JsonObject, Trace } from '@stepfork/trace';
import { type Figure, figure } from '../src/figure.ts';
import { redactor } from '../zoo/record-case.ts';
import { type RecordedCase, recordedCases, scoreCase } from './zoo.ts';

const ROUNDS = 100;
const SEED = 20260301;

/** A claim without one value, and where that value stands in what the agent did. */
interface Removal {
  readonly claim: Claim;
  readonly names: (text: string) => boolean;
  readonly text: string;
}

/** One value of a claim is left out at random: the test must be weak, and that value named, also where it is what shows the bug. */
export async function removedLeafFigures(): Promise<readonly Figure[]> {
  const choices = (await recordedCases()).flatMap((one) => removals(one.zooCase.claim).map((removal) => ({ one, removal })));
  const random = seeded(SEED);
  const seen = new Map<string, string | null>();
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const choice = choices[Math.floor(random() * choices.length)];
    if (choice === undefined) continue;
    const key = `${choice.one.zooCase.id} ${choice.removal.text}`;
    const problem = seen.has(key) ? (seen.get(key) ?? null) : await problemOf(choice.one, choice.removal);
    seen.set(key, problem);
    if (problem !== null) wrong.push(`${key}: ${problem}`);
  }
  const note = `${ROUNDS - wrong.length} of ${ROUNDS} named, ${seen.size} different ones of ${choices.length}`;
  return [figure('removed: a value that is not named', wrong.length, 0, [note, ...new Set(wrong)].join('; '))];
}

async function problemOf(one: RecordedCase, { claim, names }: Removal): Promise<string | null> {
  const { verdict, pins } = await scoreCase(one, claim);
  const deserved = deservedOf(one, claim);
  if (verdict !== deserved) return `${verdict}, not ${deserved}`;
  const missed = pins.filter(({ state }) => state === 'missed').map(({ text }) => text);
  return deserved === 'red-baseline' || missed.some(names) ? null : `not named: ${missed.join(', ')}`;
}

/** By the recorded runs alone: what is left may be wrong of the corrected code (one statement then speaks of the calls of another), or right of the code with the bug. */
function deservedOf({ traces }: RecordedCase, claim: Claim): ScoreVerdict {
  const isViolated = (run: Trace | undefined): boolean => run !== undefined && judge(run, redactClaim(claim, redactor)).length > 0;
  if (isViolated(traces.forks[0])) return 'red-baseline';
  return isViolated(traces.trunk) ? 'weak' : 'misses-the-bug';
}

/** Each value under a key, also in items of lists; an item itself cannot be left out alone. Of a claim that is the whole output, the rest is no longer. */
function removals(claim: Claim): readonly Removal[] {
  const { exactly: _, ...subset } = claim;
  const ofOutput = keysIn(claim.returns ?? null).map(
    ({ pointer, without }): Removal => ({
      claim: { ...subset, returns: without },
      names: (text) => text === `output ${pointer}`,
      text: `returns ${pointer}`,
    }),
  );
  const calls = claim.calls ?? [];
  const ofCalls = calls.flatMap((item, at) => {
    if (!('tool' in item) || item.with === undefined) return [];
    return keysIn(item.with).map(
      ({ pointer, without }): Removal => ({
        claim: { ...claim, calls: calls.map((other, place): CallClaim => (place === at ? { ...item, with: without } : other)) },
        names: (text) => text.startsWith(`${item.tool} ${pointer} (`),
        text: `${item.tool} ${pointer} (statement ${at})`,
      }),
    );
  });
  return [...ofOutput, ...ofCalls];
}

function keysIn(value: Json, pointer = ''): readonly { readonly pointer: string; readonly without: Json }[] {
  if (value === null || typeof value !== 'object' || '$' in value) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, at) =>
      keysIn(item, `${pointer}/${at}`).map((one) => ({ ...one, without: value.with(at, one.without) as Json })),
    );
  }
  const object = value as JsonObject;
  return Object.entries(object).flatMap(([key, part]) => {
    const inner = keysIn(part, `${pointer}/${key}`);
    if (inner.length > 0) return inner.map((one) => ({ ...one, without: { ...object, [key]: one.without } }));
    const isLeaf = part === null || typeof part !== 'object' || (Array.isArray(part) && part.length === 0);
    return isLeaf
      ? [{ pointer: `${pointer}/${key}`, without: Object.fromEntries(Object.entries(object).filter(([name]) => name !== key)) }]
      : [];
  });
}

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
