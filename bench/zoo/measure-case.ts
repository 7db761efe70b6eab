import { join } from 'node:path';
import { check, formatVerdict, type Verdict } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { checkExported } from './check-exported.ts';
import { exportCase } from './export-case.ts';
import { forkExported } from './fork-exported.ts';
import { recordTrunk, withFixed } from './record-case.ts';
import { type WorldLog, zooAgent } from './zoo-agent.ts';
import { type Cells, VARIANTS, type Variant, type ZooCase } from './zoo-case.ts';

/**
 * A: the buggy recording alone. B: and a recorded run of the fixed code. C: and what no recording answers is forked on demand, for each variant
 * on its own. strict: one strict cursor over the buggy recording, every call frozen.
 */
export const SETTINGS = ['A', 'B', 'C', 'strict'] as const;
export type Setting = (typeof SETTINGS)[number];

/** What was measured of one case, and why each verdict was given. */
export interface Measured {
  readonly cells: Readonly<Record<Setting, Cells>>;
  readonly why: Readonly<Record<Setting, Readonly<Record<Variant, string>>>>;
}

/** Where the exported test of a case stands, with the code of one variant. */
export function targetOf(work: string, setting: Setting, variant: Variant, id: string): string {
  return join(work, setting, variant, id);
}

/** Records, exports and checks one case in all settings. What replays let the world see is added to `log`. */
export async function measureCase(zooCase: ZooCase, work: string, log: WorldLog): Promise<Measured> {
  const alone = await recordTrunk(zooCase);
  const both = await withFixed(zooCase, alone);
  const verdicts: Record<Setting, Partial<Record<Variant, Verdict>>> = { A: {}, B: {}, C: {}, strict: {} };
  for (const variant of VARIANTS) {
    for (const setting of ['A', 'B', 'C'] as const) {
      const target = targetOf(work, setting, variant, zooCase.id);
      await exportCase(zooCase, setting === 'A' ? alone : both, variant, target);
      if (setting === 'C') await forkExported(zooCase, variant, target, log);
      verdicts[setting][variant] = await checkExported(zooCase, variant, target, log);
    }
    verdicts.strict[variant] = await checkStrictly(zooCase, variant, alone, log);
  }
  return {
    cells: bySetting((setting) => byVariant((variant) => verdicts[setting][variant]?.kind ?? 'inconclusive')),
    why: bySetting((setting) => byVariant((variant) => summaryOf(verdicts[setting][variant]))),
  };
}

async function checkStrictly({ folder, claim }: ZooCase, variant: Variant, traces: TraceFile, log: WorldLog): Promise<Verdict> {
  return (await check({ traces, agent: await zooAgent(folder, variant, log), claim, order: 'recorded' })).verdict;
}

function bySetting<T>(value: (setting: Setting) => T): Record<Setting, T> {
  return Object.fromEntries(SETTINGS.map((setting) => [setting, value(setting)])) as Record<Setting, T>;
}

function byVariant<T>(value: (variant: Variant) => T): Record<Variant, T> {
  return Object.fromEntries(VARIANTS.map((variant) => [variant, value(variant)])) as Record<Variant, T>;
}

function summaryOf(verdict: Verdict | undefined): string {
  return verdict === undefined ? '' : (formatVerdict(verdict).split('\n')[0] ?? '');
}
