import { canonicalJson, omitPaths } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import { brief } from '../matchers/brief.ts';
import type { IgnoreTable } from '../policies/ignore-table.ts';
import type { Replay } from '../replay-result.ts';
import { boundariesOf } from './boundaries-of.ts';
import { isSameVerdict } from './is-same-verdict.ts';
import { judge } from './judge.ts';
import type { Verdict } from './verdict.ts';

/** How two replays of one recording differ, in words. */
export interface Difference {
  readonly first: string;
  readonly second: string;
}

/**
 * What tells that the agent has carried something over from its first replay of a recording that could not tell into this one: it asks what it
 * did not ask then, comes to another end by the claim, refusals and all, or no longer asks what was refused: it has kept our refusal for an
 * answer. `null`: nothing. An agent that keeps a cache may ask less.
 */
export function carriedOver(first: Replay, second: Replay, claim: Claim, ignore: IgnoreTable): Difference | null {
  // Given up half-way, they got as far as the machine was fast.
  if (first.trace.outcome.kind === 'interrupted' || second.trace.outcome.kind === 'interrupted') return null;
  const [one, other] = [endOf(first, claim), endOf(second, claim)];
  if (!isSameVerdict(one, other)) return { first: `the run ${inWords(one)}`, second: inWords(other) };
  const [before, after] = [questionsOf(first, ignore), questionsOf(second, ignore)];
  const added = without(after, before)[0];
  if (added !== undefined) return { first: 'the run ended', second: `it asked ${added.brief}, and ended` };
  const [kept] = without(
    before.filter(({ isRefused }) => isRefused),
    after,
  );
  return kept === undefined
    ? null
    : { first: `it asked ${kept.brief}, which was refused`, second: 'it kept that refusal, and asked no more' };
}

interface Question {
  readonly text: string;
  readonly brief: string;
  readonly isRefused: boolean;
}

function without(some: readonly Question[], others: readonly Question[]): readonly Question[] {
  const texts = new Set(others.map(({ text }) => text));
  return some.filter(({ text }) => !texts.has(text));
}

/** As if nothing had stopped it. */
function endOf(replay: Replay, claim: Claim): Verdict {
  const findings = judge(replay.trace, claim, undefined, boundariesOf(replay));
  return findings.length === 0 ? { kind: 'pass' } : { kind: 'fail', findings };
}

function inWords(end: Verdict): string {
  return end.kind === 'fail' ? `ended so: ${end.findings[0]?.message ?? ''}` : 'ended as claimed';
}

/** Reads and requests that a recording would have to answer: what bodies heard that ran here may be another thing each time, and a sink takes anything. */
function questionsOf({ trace, receipt }: Replay, ignore: IgnoreTable): readonly Question[] {
  return trace.steps.flatMap(({ index, call: { kind, name, input, effect } }) => {
    const how = receipt.entries[index]?.how;
    if (effect || how === undefined || how === 'live' || how === 'borrowed' || how === 'declared') return [];
    const compared = omitPaths(input, ignore.pointersFor(kind, name)).json;
    return [{ text: `${kind} ${name} ${canonicalJson(compared)}`, brief: `${name} ${brief(input)}`, isRefused: how === 'refused' }];
  });
}
