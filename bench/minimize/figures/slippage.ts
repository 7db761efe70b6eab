import { type Minimization, minimize, reduce, runHere } from '@stepfork/minimize';
import { type Agent, replay } from '@stepfork/replay';
import type { Json, Trace } from '@stepfork/trace';
import { figure } from '../../src/figure.ts';
import { type Ending, type Entry, ledgerAgent, recordLedger } from '../ledger-agent.ts';
import { mean } from '../measure.ts';
import { itemsUpTo, pickNeeded } from '../oracles.ts';
import { below, type Random, randomFrom } from '../random.ts';
import type { BenchOptions, Section } from '../section.ts';

const WORLDS = 12;
const LENGTH = 60;

interface World {
  readonly entries: readonly Entry[];
  readonly ending: Ending;
  /** Whether corrected code is at hand. */
  readonly hasFixed: boolean;
}

interface Slipped {
  readonly replays: number;
  readonly left: number;
  /** Turns that a search removes which is told the truth about each part. */
  readonly removable: number;
  readonly isWrong: boolean;
}

const worlds: Readonly<Record<string, (random: Random) => World>> = {
  'a call cannot be answered where an earlier one is missing': (random) => ({
    entries: entriesOf(random, { needed: 3, guards: 0, chained: true }),
    ending: 'throws',
    hasFixed: false,
  }),
  'another failure where a guard is missing': (random) => ({
    entries: entriesOf(random, { needed: 3, guards: 3, chained: false }),
    ending: 'throws',
    hasFixed: false,
  }),
  'the output sums up, corrected code at hand': (random) => ({
    entries: entriesOf(random, { needed: 3, guards: 0, chained: false }),
    ending: 'sums-up',
    hasFixed: true,
  }),
};

/** Runs in which another failure is nearer than the recorded one: of how many the result is another failure, told by running it again. */
export async function slippageFigures({ seed }: BenchOptions): Promise<Section> {
  const measured: (readonly [string, readonly Slipped[]])[] = [];
  for (const [name, worldOf] of Object.entries(worlds)) {
    const each: Slipped[] = [];
    for (let world = 0; world < WORLDS; world += 1) each.push(await slipped(worldOf(randomFrom(seed * 1_000_003 + world))));
    measured.push([name, each]);
  }
  const all = measured.flatMap(([, each]) => each);
  const refusals = [await refused(seed, 'cannot-execute'), await refused(seed, 'not-reproduced')];
  return {
    title: `Runs of ${LENGTH} turns in which another failure is nearer, mean of ${WORLDS} worlds`,
    head: ['', 'replays', 'turns left', 'turns that must stay', 'wrong failure'],
    rows: measured.map(([name, each]) => [
      name,
      mean(each.map(({ replays }) => replays)),
      mean(each.map(({ left }) => left)),
      LENGTH - mean(each.map(({ removable }) => removable)),
      each.filter(({ isWrong }) => isWrong).length,
    ]),
    figures: [
      figure('slipped', all.filter(({ isWrong }) => isWrong).length, 0, `results that show another failure, of ${all.length}`),
      figure(
        'slippage-left',
        Math.max(...all.map(({ left, removable }) => 1 - (LENGTH - left) / removable)),
        0.1,
        'worst case of the share of turns not removed that can be',
      ),
      figure('refused-after', Math.max(...refusals), 2, 'replays until a run that cannot be replayed, or does not fail again, is refused'),
    ],
  };
}

async function slipped({ entries, ending, hasFixed }: World): Promise<Slipped> {
  const [buggy, fixed] = [ledgerAgent(entries, ending), ledgerAgent(entries, ending, { fixed: true })];
  const recording = await recordLedger(entries, buggy);
  const done = await minimized(recording, { buggy, ...(hasFixed ? { fixed } : {}) });
  if (done.kind === 'refused') throw new Error(JSON.stringify(done.refusal));
  const again = await replay(fileOf(done.trace), buggy);
  return {
    replays: done.counts.replays,
    left: done.trace.steps.filter(({ call }) => call.kind === 'tool').length,
    removable: LENGTH - (await mustStay(entries, ending)),
    isWrong: again.stop !== null || !(await showsTheBug(again.trace, fixed, recording, ending)),
  };
}

/** Nothing of the minimizer is asked: the error is that of the recording, or the corrected code says something else. */
async function showsTheBug(actual: Trace, fixed: Agent, recording: Trace, ending: Ending): Promise<boolean> {
  if (ending === 'throws') return messageOf(actual) !== null && messageOf(actual) === messageOf(recording);
  const right = await replay(fileOf(actual), fixed);
  return right.stop === null && JSON.stringify(right.trace.outcome) !== JSON.stringify(actual.outcome);
}

function messageOf({ outcome }: Trace): Json | null {
  return outcome.kind === 'threw' ? (JSON.stringify(outcome.error).match(/over the limit|not closed/)?.[0] ?? null) : null;
}

/** What a search leaves that is told the truth about each part. */
async function mustStay(entries: readonly Entry[], ending: Ending): Promise<number> {
  const { kept } = await reduce(entries, async (part) => {
    const there = new Set(part.map(({ id }) => id));
    if (part.some(({ after }) => after !== null && !there.has(after))) return 'unresolved';
    if (ending === 'sums-up') return part.some(({ isNeeded }) => isNeeded) ? 'same' : 'other';
    return entries.every(({ id, isNeeded, isGuard }) => there.has(id) || !(isNeeded || isGuard)) ? 'same' : 'other';
  });
  return kept.length;
}

/** Replays that were made before a run was refused in this way. */
async function refused(seed: number, why: 'cannot-execute' | 'not-reproduced'): Promise<number> {
  const entries = entriesOf(randomFrom(seed), { needed: 3, guards: 0, chained: false });
  const recording = await recordLedger(entries, ledgerAgent(entries, 'throws'));
  const now =
    why === 'cannot-execute' ? ledgerAgent(entries, 'throws', { asks: 'what is next?' }) : ledgerAgent(entries, 'throws', { fixed: true });
  const done = await minimized(recording, { buggy: now });
  if (done.kind !== 'refused' || done.refusal.kind !== why) throw new Error(`not refused as ${why}: ${JSON.stringify(done)}`);
  return done.replays;
}

function minimized(recording: Trace, agents: { readonly buggy: Agent; readonly fixed?: Agent }): Promise<Minimization> {
  const hasFixed = agents.fixed !== undefined;
  return minimize(recording, { run: runHere(agents), hasFixed, unit: 'turns', root: import.meta.dirname });
}

function entriesOf(
  random: Random,
  { needed, guards, chained }: { readonly needed: number; readonly guards: number; readonly chained: boolean },
): readonly Entry[] {
  const wanted = [...pickNeeded(LENGTH, needed + guards, 'scattered', random)];
  return itemsUpTo(LENGTH).map((id) => ({
    id,
    cents: 100 + below(9000, random),
    isNeeded: wanted.indexOf(id) >= guards,
    isGuard: wanted.includes(id) && wanted.indexOf(id) < guards,
    after: chained && id > 0 && random() < 0.5 ? Math.max(0, id - 1 - below(8, random)) : null,
  }));
}

function fileOf(trunk: Trace) {
  return { trunk, forks: [], sealed: true, damage: null };
}
