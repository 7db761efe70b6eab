import { effectStep, step, trace } from '@stepfork/testkit';
import pc from 'picocolors';
import { expect, it } from 'vitest';
import { type ForkedRun, renderNextAfterForked } from './forked.ts';

const made = trace(step('lookup', { id: 1 }, { tier: 'gold' }), effectStep('issue_refund', { cents: 4999 }, { id: 'rf_1' }));

function next(how: 'example' | 'declared'): string {
  const steps = made.steps.map((one, at) => ({ ...one, answered: { how: at === 0 ? ('live' as const) : how } }));
  const run: ForkedRun = { kind: 'forked', trace: 'run.sftrace', place: 1, from: 0, fork: { ...made, steps }, judged: null };
  return renderNextAfterForked(run, { file: 'run.sftrace', agent: './agent.ts' }, pc.createColors(false));
}

it('after a fork in which an effect borrowed its answer, the flag that declares it is named', () => {
  expect(next('example')).toContain(
    'what issue_refund answers, since no verdict may hang on a borrowed answer: --answer issue_refund=issue_refund.json',
  );
  expect(next('declared')).not.toContain('--answer');
});
