import { model, record, tool } from '@stepfork/interceptor';
import type { Json, TraceFile } from '@stepfork/trace';

type Agent = (input: { customer_id: string }) => Promise<unknown>;

/** The tester's agent in one version: what is wrong with it, or what else it does than it must. */
interface Version {
  readonly bug?: boolean;
  readonly prompt?: string;
  readonly extraCall?: boolean;
  readonly extraField?: boolean;
  readonly skipsRefund?: boolean;
  readonly customer?: string;
  /** Says what it should have refunded. */
  readonly says?: boolean;
}

const askModel = model('triage-1', async (_: { ask: string; tier: string }) => ({
  text: JSON.stringify({ priority: 'high', refund_cents: 4999 }),
}));
const lookup = tool('lookup_customer', async ({ id }: { id: string }) => ({ id, tier: 'gold', name: 'Ann' }));
const audit = tool('audit', async (_: { ok: boolean }) => ({ ok: true }));
const refund = tool('issue_refund', async ({ amount_cents }: { amount_cents: number; customer: string }) => ({
  receipt: `R-${amount_cents}`,
}));

function agentOf(version: Version): Agent {
  return async ({ customer_id }) => {
    const who = await lookup({ id: customer_id });
    const answer = await askModel({ ask: version.prompt ?? 'triage', tier: who.tier });
    const decision = JSON.parse(answer.text) as { priority: string; refund_cents: number };
    const cents = version.bug ? Math.floor(decision.refund_cents / 100) : decision.refund_cents;
    if (version.extraCall) await audit({ ok: true });
    if (version.skipsRefund) return { priority: decision.priority, refunded_cents: cents };
    const { receipt } = await refund({ amount_cents: cents, customer: version.customer ?? who.id });
    const refunded_cents = version.says ? decision.refund_cents : cents;
    return { priority: decision.priority, refunded_cents, receipt, ...(version.extraField && { note: 'ok' }) };
  };
}

export type TriageVersion =
  | 'buggy'
  | 'fixed'
  | 'reworded prompt'
  | 'extra call'
  | 'extra field'
  | 'refund never issued'
  | 'wrong customer'
  | 'says 4999, refunds 49';

/** Eight versions of the code: four that are right, four that are wrong. */
export const triageVersions: Readonly<Record<TriageVersion, Agent>> = {
  buggy: agentOf({ bug: true }),
  fixed: agentOf({}),
  'reworded prompt': agentOf({ prompt: 'please triage' }),
  'extra call': agentOf({ extraCall: true }),
  'extra field': agentOf({ extraField: true }),
  'refund never issued': agentOf({ skipsRefund: true }),
  'wrong customer': agentOf({ customer: 'C-9' }),
  'says 4999, refunds 49': agentOf({ bug: true, says: true }),
};

/** A test case but for its agent. */
export interface ScoredTestCase {
  readonly traces: TraceFile;
  readonly claim: {
    readonly returns: Json;
    readonly exactly?: boolean;
    readonly calls?: readonly { readonly tool: string; readonly with: Json; readonly times: number; readonly only: boolean }[];
  };
  readonly policies?: { readonly tools: Readonly<Record<string, 'sink'>> };
  readonly answers?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly order?: 'recorded';
  readonly ignore?: Readonly<Record<string, readonly string[]>>;
}

/** Seven kinds of exported test of this agent. */
export async function triageTests(): Promise<Readonly<Record<string, ScoredTestCase>>> {
  const ofBuggy = await fileOf(triageVersions.buggy);
  const ofFixed = await fileOf(triageVersions.fixed);
  const output = { priority: 'high', refunded_cents: 4999 };
  const refundClaim = {
    returns: output,
    calls: [{ tool: 'issue_refund', with: { amount_cents: 4999, customer: 'C-7' }, times: 1, only: true }],
  };
  const sinks = {
    policies: { tools: { issue_refund: 'sink', audit: 'sink' } },
    answers: { issue_refund: { value: { receipt: 'R-stub' } }, audit: { value: { ok: true } } },
  } as const;
  const strict = { order: 'recorded' } as const;
  return {
    'T1 snapshot of the buggy run, strict': { traces: ofBuggy, claim: snapshot(ofBuggy), ...strict },
    'T2 claim on the failure trace, strict': { traces: ofBuggy, claim: { returns: { refunded_cents: 4999 } }, ...strict },
    'T3 snapshot of the fixed run, strict': { traces: ofFixed, claim: snapshot(ofFixed), ...strict },
    'T4 claim on the output, sink': { traces: ofBuggy, claim: { returns: output }, ...sinks },
    'T5 claim on output and sink arguments': { traces: ofBuggy, claim: refundClaim, ...sinks },
    'T6 tautology': { traces: ofBuggy, claim: { returns: { $: 'match', type: 'object' } }, ...sinks },
    'T7 as T5, prompt not compared': { traces: ofBuggy, claim: refundClaim, ...sinks, ignore: { 'model:triage-1': ['/ask'] } },
  };
}

function snapshot({ trunk: { outcome } }: TraceFile): { readonly returns: Json; readonly exactly: true } {
  return { returns: outcome.kind === 'returned' ? outcome.value : null, exactly: true };
}

async function fileOf(agent: Agent): Promise<TraceFile> {
  return { trunk: await record(agent, { customer_id: 'C-7' }, { redaction: false }), forks: [], sealed: true, damage: null };
}
