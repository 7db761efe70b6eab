import type { Derivation, Step, Trace } from '@stepfork/trace';
import { element } from './element.ts';
import { folded } from './folded.ts';
import { at, showOutcome } from './show-outcome.ts';
import { showStep } from './show-step.ts';
import { showValue } from './show-value.ts';

/** One recorded run: its head, input, steps, draws and end. */
export function showRun(title: string, trace: Trace): HTMLElement {
  const { run, steps, draws, outcome } = trace;
  const byParent = new Map<number | null, Step[]>();
  for (const step of steps) {
    const siblings = byParent.get(step.parent);
    if (siblings === undefined) byParent.set(step.parent, [step]);
    else siblings.push(step);
  }
  const ended = trace.endedAtMs === null ? [] : [at(trace.endedAtMs)];
  return element(
    'section',
    element('h2', `${title}: ${run.id}`),
    facts([
      ['agent', run.agent],
      ['started', run.startedAt],
      ['commit', run.git === null ? null : `${run.git.commit}${run.git.dirty ? ', with changes' : ''}`],
      ['versions', pairs(run.versions)],
      ['policies', pairs(run.policies)],
      ['redaction', run.redaction === null ? 'off' : `key ${run.redaction.keyId}`],
      ['derived', run.derived === undefined ? null : origin(run.derived)],
    ]),
    folded(['Input'], () => [showValue(run.input)], true),
    element('div', ...(byParent.get(null) ?? []).map((step) => showStep(step, byParent))),
    ...(draws.length === 0
      ? []
      : [
          folded([`${draws.length} draws of clock, chance and timers`], () =>
            draws.map(({ kind, site, value, atMs }) => element('div', `${kind} at ${site}`, at(atMs), showValue(value))),
          ),
        ]),
    folded(['Outcome: ', element(`span.${outcome.kind}`, outcome.kind), ...ended], () => showOutcome(outcome), true),
  );
}

function facts(rows: readonly (readonly [string, string | null])[]): HTMLElement {
  const known = rows.filter(([, fact]) => fact !== null && fact !== '');
  return element('dl', ...known.flatMap(([name, fact]) => [element('dt', name), element('dd', fact ?? '')]));
}

function pairs(record: Readonly<Record<string, string>>): string {
  return Object.entries(record)
    .map(([name, text]) => `${name} ${text}`)
    .join(', ');
}

function origin(derived: Derivation): string {
  switch (derived.kind) {
    case 'attached':
      return `attached to ${derived.of}`;
    case 'on-demand':
      return `on demand, from ${derived.from}`;
    case 'what-if':
      return `a what-if at step ${derived.step} of ${derived.of}`;
    case 'replayed':
      return `what the test "${derived.test}" has done, from ${derived.from}`;
    case 'minimized':
      return `made of ${derived.of}: ${derived.proof}; it shows: ${derived.signature}`;
  }
}
