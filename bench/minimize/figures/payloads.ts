import { reduceJson } from '@stepfork/minimize';
import { figure } from '../../src/figure.ts';
import { type AnsweredRun, answeredRun } from '../answered-run.ts';
import { type ReducerName, reducerNames, reducers } from '../measure.ts';
import { itemsUpTo } from '../oracles.ts';
import { refundWorld } from '../refund-world.ts';
import type { BenchOptions, Section } from '../section.ts';
import { takeNodes } from '../take-nodes.ts';

interface Shrunk {
  readonly turns: number;
  readonly way: string;
  readonly replays: number;
  readonly nodes: number;
  readonly bytes: number;
}

/** What is inside the answers of a run in which every turn is needed; the replay that tells what was read is counted. */
export async function payloadFigures({ seed }: BenchOptions): Promise<Section> {
  const shrunk: Shrunk[] = [];
  for (const turns of [1, 3, 10]) {
    const run = await answeredRun(refundWorld(turns, itemsUpTo(turns), seed * 1_000_003 + turns));
    shrunk.push({ turns, way: 'all', replays: 0, ...sizeOf(run.answers) });
    shrunk.push(await ours(turns, run, 'class', true), await ours(turns, run, 'node', true), await ours(turns, run, 'node', false));
    for (const name of reducerNames) shrunk.push(await oneList(turns, run, name));
  }
  const by = (way: string): readonly Shrunk[] => shrunk.filter((one) => one.way === way);
  return {
    title: 'Payloads of a run in which every turn is needed',
    head: ['turns', 'way', 'replays', 'nodes left', 'bytes left'],
    rows: shrunk.map(({ turns, way, replays, nodes, bytes }) => [String(turns), way, replays, nodes, bytes]),
    figures: [
      figure(
        'payload-classes',
        Math.max(...by('by class').map(({ replays }) => replays)),
        20,
        `replays at most; ddmin in one list ${by('one list, ddmin').at(-1)?.replays.toLocaleString('en')}`,
      ),
      figure(
        'payload-nodes',
        Math.max(...by('by node').map(({ replays, nodes }) => replays / nodes)),
        1.6,
        'worst case of replays / nodes left',
      ),
    ],
  };
}

async function ours(
  turns: number,
  { answers, test, kindOf, reads }: AnsweredRun,
  unit: 'class' | 'node',
  knowsReads: boolean,
): Promise<Shrunk> {
  const { values, counts, proven } = await reduceJson(answers, test, { unit, kindOf, ...(knowsReads ? { wasRead: await reads() } : {}) });
  if (!proven) throw new Error('the search came to no end');
  return { turns, way: `by ${unit}${knowsReads ? '' : ', reads unknown'}`, replays: counts.tests + Number(knowsReads), ...sizeOf(values) };
}

/** All nodes as one list, in which one goes with all below it. */
async function oneList(turns: number, { answers, test }: AnsweredRun, name: ReducerName): Promise<Shrunk> {
  const nodes = takeNodes(answers);
  const { kept, tests } = await reducers[name](nodes.count, (part) => test(nodes.assemble(part)));
  return { turns, way: `one list, ${name}`, replays: tests, ...sizeOf(nodes.assemble(kept)) };
}

function sizeOf(values: readonly unknown[]): { readonly nodes: number; readonly bytes: number } {
  return { nodes: takeNodes(values).count, bytes: values.reduce((sum: number, value) => sum + JSON.stringify(value).length, 0) };
}
