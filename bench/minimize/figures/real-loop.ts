import { isDeepStrictEqual } from 'node:util';
import { minimize, type Outcome, runHere } from '@stepfork/minimize';
import { type Claim, replay } from '@stepfork/replay';
import type { Trace } from '@stepfork/trace';
import { figure } from '../../src/figure.ts';
import { reducerNames, reducers } from '../measure.ts';
import { pickNeeded } from '../oracles.ts';
import { randomFrom } from '../random.ts';
import { type RecordedLoop, recordLoop } from '../recorded-loop.ts';
import { refundWorld } from '../refund-world.ts';
import type { BenchOptions, Section } from '../section.ts';

interface Reduction {
  readonly loop: string;
  readonly way: string;
  readonly replays: number;
  readonly steps: number;
  readonly bytes: number;
  /** Of these what tools and models said; the rest is what they were asked, a history over and over. */
  readonly answers: number;
}

/** Real replays of a loop of which some turns are needed: turns alone, then what is in them; the published searches on turns, models by position. */
export async function realLoopFigures({ seed, isOwnSeed }: BenchOptions): Promise<Section> {
  const reductions: Reduction[] = [];
  for (const [turns, needed] of [
    [10, 3],
    [100, 1],
    [100, 3],
    [100, 10],
  ] as const) {
    const wrong = [...pickNeeded(turns, needed, 'scattered', randomFrom(seed * 1_000_003 + turns + needed))].sort((a, b) => a - b);
    const loop = await recordLoop(refundWorld(turns, wrong, seed));
    const name = `${turns} turns, ${needed} needed`;
    reductions.push({ loop: name, way: 'recorded', replays: 0, ...sizeOf(loop.recording) });
    for (const unit of ['turns', 'classes'] as const)
      reductions.push({ loop: name, way: `minimize, ${unit}`, ...(await ours(loop, unit)) });
    for (const published of reducerNames) reductions.push({ loop: name, way: published, ...(await onTurns(loop, turns, published)) });
  }
  const found = (way: string): Reduction => {
    const one = reductions.find((reduction) => reduction.loop === '100 turns, 3 needed' && reduction.way === way);
    if (one === undefined) throw new Error(`${way} was not measured`);
    return one;
  };
  const turns = found('minimize, turns');
  const payloads = reductions.flatMap(({ loop, way, replays }) => {
    const alone = reductions.find((one) => one.loop === loop && one.way === 'minimize, turns');
    return way === 'minimize, classes' && alone !== undefined ? [replays - alone.replays] : [];
  });
  return {
    title: 'Real replays of a tool-calling loop (all replays counted: two at first, and that of the result)',
    head: ['loop', 'way', 'replays', 'events left', 'bytes left', 'of answers'],
    rows: reductions.map(({ loop, way, replays, steps, bytes, answers }) => [loop, way, replays, steps, bytes, answers]),
    figures: [
      figure('loop-replays', turns.replays, 14, `100 turns, 3 needed; ddmin ${found('ddmin').replays}`),
      figure('loop-events', turns.steps, 7, `of ${found('recorded').steps}`),
      figure('loop-bytes', turns.bytes, 12_288, `of ${found('recorded').bytes.toLocaleString('en')}`),
      figure(
        'loop-answers',
        found('minimize, classes').answers,
        1024,
        `bytes of answers, their payloads reduced too; of ${found('recorded').answers.toLocaleString('en')}`,
      ),
      // A number that is met by chance costs a second round of the proof.
      figure(
        'loop-payload',
        Math.max(...payloads),
        isOwnSeed ? 20 : 40,
        `more replays at most with payloads by class, of ${payloads.join(', ')}`,
      ),
    ],
  };
}

async function ours({ recording, buggy, fixed }: RecordedLoop, unit: 'turns' | 'classes'): Promise<Omit<Reduction, 'loop' | 'way'>> {
  const right = await replay(fileOf(recording), fixed);
  if (right.trace.outcome.kind !== 'returned') throw new Error('the fixed agent has failed');
  const claim: Claim = { returns: right.trace.outcome.value };
  const done = await minimize(recording, {
    run: runHere({ buggy }),
    hasFixed: false,
    claim,
    unit,
    root: import.meta.dirname,
  });
  if (done.kind === 'refused') throw new Error(JSON.stringify(done.refusal));
  return { replays: done.counts.replays, ...sizeOf(done.trace) };
}

/** The search on turns by itself: an answer of the model with its calls, answered by position, the output the same. */
async function onTurns(
  { recording, buggy }: RecordedLoop,
  turns: number,
  published: (typeof reducerNames)[number],
): Promise<Omit<Reduction, 'loop' | 'way'>> {
  const without = (kept: ReadonlySet<number>): Trace => {
    const steps = recording.steps.filter(({ index }) => index === 2 * turns || kept.has(index >> 1));
    return { ...recording, steps: steps.map((step, index) => ({ ...step, index })) };
  };
  const test = async (kept: readonly number[]): Promise<Outcome> => {
    const { stop, trace } = await replay(fileOf(without(new Set(kept))), buggy, { match: 'position' });
    if (stop !== null) return 'unresolved';
    return isDeepStrictEqual(trace.outcome, recording.outcome) ? 'same' : 'other';
  };
  const { kept, tests } = await reducers[published](turns, test);
  return { replays: tests, ...sizeOf(without(new Set(kept))) };
}

function fileOf(trunk: Trace) {
  return { trunk, forks: [], sealed: true, damage: null };
}

/** As JSON, in characters. */
function sizeOf({ run, steps }: Trace): Pick<Reduction, 'steps' | 'bytes' | 'answers'> {
  const lengthOf = (value: unknown): number => JSON.stringify(value).length;
  const answers = lengthOf(steps.map(({ outcome }) => (outcome.kind === 'returned' ? outcome.value : outcome)));
  return { steps: steps.length, bytes: lengthOf([run.input, steps.map(({ call, outcome }) => [call, outcome])]), answers };
}
