import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Claim, redactClaim, type TestCase } from '@stepfork/replay';
import { runInProcess, type Score, score } from '@stepfork/score';
import type { TraceFile } from '@stepfork/trace';
import { type Figure, figure } from '../src/figure.ts';
import { recordTrunk, redactor, withFixed } from '../zoo/record-case.ts';
import { rulesOf } from '../zoo/rules-of.ts';
import { zooAgent } from '../zoo/zoo-agent.ts';
import { readZoo, type ZooCase } from '../zoo/zoo-case.ts';

const cases = join(dirname(fileURLToPath(import.meta.url)), '..', 'zoo', 'cases');

/** A case with its recordings: the buggy run, and as a fork one of the fixed code. */
export interface RecordedCase {
  readonly zooCase: ZooCase;
  readonly traces: TraceFile;
}

let recorded: Promise<readonly RecordedCase[]> | null = null;

/** Each is recorded once. */
export function recordedCases(): Promise<readonly RecordedCase[]> {
  recorded ??= Promise.all(
    readZoo(cases).map(async (zooCase) => ({ zooCase, traces: await withFixed(zooCase, await recordTrunk(zooCase)) })),
  );
  return recorded;
}

/** The fixed variant is the right code, the buggy one has the bug. */
export async function scoreCase({ zooCase, traces }: RecordedCase, claimed: Claim = zooCase.claim): Promise<Score> {
  const claim = redactClaim(claimed, redactor);
  const test: Omit<TestCase, 'agent'> = { traces, claim, ...rulesOf(zooCase) };
  const sides = { reference: await zooAgent(zooCase.folder, 'fixed'), buggy: await zooAgent(zooCase.folder, 'buggy') };
  return score({ ...test, trunk: traces.trunk, hasBuggy: true }, runInProcess(test, sides));
}

/** A test of the zoo is pinned to its claim, or misses something that was run to show it. */
export async function zooFigures(): Promise<readonly Figure[]> {
  const wrong: string[] = [];
  const words = new Map<string, number>();
  for (const one of await recordedCases()) {
    const { verdict, pinnedTo, pins } = await scoreCase(one);
    words.set(verdict, (words.get(verdict) ?? 0) + 1);
    const hasReason = verdict === 'weak' && pins.some(({ state }) => state === 'missed');
    if (verdict !== 'claim-pinned' && !hasReason) wrong.push(`${one.zooCase.id}: ${verdict} ${pinnedTo.join(', ')}`);
  }
  const said = [...words].map(([word, count]) => `${count} ${word}`).join(', ');
  return [figure('zoo: neither claim-pinned nor weak with a reason', wrong.length, 0, [said, ...wrong].join('; '))];
}
