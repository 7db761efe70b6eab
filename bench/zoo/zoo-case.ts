import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallClaim, Claim } from '@stepfork/replay';
import type { Json } from '@stepfork/trace';

export const VARIANTS = ['buggy', 'fixed', 'alt', 'wrong1', 'wrong2'] as const;
export type Variant = (typeof VARIANTS)[number];

export type VerdictKind = 'pass' | 'fail' | 'inconclusive';
export type Cells = Readonly<Record<Variant, VerdictKind>>;

/** One bug of the zoo: what `case.json` says (see cases/README.md), and where it lives. */
export interface ZooCase {
  readonly id: string;
  readonly folder: string;
  readonly title: string;
  readonly input: Json;
  readonly claim: Claim;
  readonly effects: readonly string[];
  readonly live: readonly string[];
  readonly stable: readonly string[];
  readonly answers: Readonly<Record<string, Json>>;
  readonly unanswerable: readonly Variant[];
}

/** What an honest test says of the code of each variant. */
export const SHOULD: Cells = { buggy: 'fail', fixed: 'pass', alt: 'pass', wrong1: 'fail', wrong2: 'fail' };

/** What the test of this case can say of the variant: where only an effect could tell, that it cannot. */
export function expected({ unanswerable }: ZooCase, variant: Variant): VerdictKind {
  return unanswerable.includes(variant) ? 'inconclusive' : SHOULD[variant];
}

/** All cases of a folder, by name. */
export function readZoo(folder: string): readonly ZooCase[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'case.json')))
    .map((entry) => readZooCase(join(folder, entry.name)))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readZooCase(folder: string): ZooCase {
  const meta = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as CaseJson;
  return {
    id: meta.id,
    folder,
    title: meta.title,
    input: meta.input,
    claim: toClaim(meta.claim),
    effects: meta.effects,
    live: meta.live ?? [],
    stable: meta.stable ?? [],
    answers: meta.answers ?? {},
    unanswerable: meta.unanswerable ?? [],
  };
}

interface CaseJson {
  readonly id: string;
  readonly title: string;
  readonly input: Json;
  readonly claim: ZooClaim;
  readonly effects: readonly string[];
  readonly live?: readonly string[];
  readonly stable?: readonly string[];
  readonly answers?: Readonly<Record<string, Json>>;
  readonly unanswerable?: readonly Variant[];
}

interface ZooClaim {
  readonly output?: Json;
  readonly outputExact?: Json;
  readonly noThrow?: boolean;
  readonly throws?: { readonly name?: string; readonly message?: string };
  readonly trajectory?: readonly ZooCall[];
}

type ZooCall =
  | { readonly called: string; readonly with?: Json; readonly times?: number }
  | { readonly notCalled: string }
  | { readonly order: readonly string[] }
  | { readonly maxCalls: number };

/** The zoo's own claim form in Stepfork's words. */
function toClaim(claim: ZooClaim): Claim {
  return {
    ...(claim.output !== undefined && { returns: claim.output }),
    ...(claim.outputExact !== undefined && { returns: claim.outputExact, exactly: true }),
    ...(claim.throws && { throws: claim.throws }),
    ...(claim.trajectory && { calls: claim.trajectory.map(toCallClaim) }),
  };
}

function toCallClaim(call: ZooCall): CallClaim {
  if ('notCalled' in call) return { never: call.notCalled };
  if ('order' in call) return { order: call.order };
  if ('maxCalls' in call) return { atMost: call.maxCalls };
  const { called, ...rest } = call;
  return { tool: called, ...rest };
}
