import { modelStep, step, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { learnRetold } from './retold.ts';

const key = 'sk-proj-0011';
const told = (lines: readonly string[], says: string) => trace(step('get_log', {}, lines), modelStep('gpt', { lines }, { content: says }));

it('a model must not repeat what it is no longer told', () => {
  const retold = learnRetold(told(['start', `${key} rejected`], JSON.stringify({ evidence: [`KEY=${key} rejected`] })));
  expect(retold.leftBy(told([`${key} rejected`], JSON.stringify({ evidence: [`KEY=${key} rejected`] })))).toBeNull();
  expect(retold.leftBy(told(['start'], `KEY=${key} rejected`))).toBe(`gpt would say ${key}, which nobody has told it`);
});

it('it is told so at the beginning of a line, too, in a text inside of a text', () => {
  const lines = JSON.stringify({ text: `start\n${key} rejected` });
  const recorded = trace(modelStep('gpt', { messages: [{ content: lines }] }, { content: key }));
  expect(learnRetold(recorded).leftBy(trace(modelStep('gpt', { messages: [{ content: 'start' }] }, { content: key })))).toContain(key);
});

it('what goes from its answer too may go, and what it said of its own accord it may say again', () => {
  const retold = learnRetold(told([key], key));
  expect(retold.leftBy(told([], 'rejected'))).toBeNull();
  const asks = modelStep('gpt', { history: [] }, { call: 'order-4711' });
  const recorded = trace(asks, modelStep('gpt', { history: ['order-4711'] }, { done: 'order-4711' }));
  expect(learnRetold(recorded).leftBy(trace(asks, modelStep('gpt', { history: [] }, { done: 'order-4711' })))).toBeNull();
});
