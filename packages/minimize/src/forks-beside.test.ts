import { returns, step, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { alikeFork } from './forks-beside.ts';
import { keepSteps } from './keep-steps.ts';

const customer = step('lookup', { id: 1 }, { tier: 'gold' });
const order = step('order', { id: 7 }, { cents: 4999 });

it('a fork of a trunk loses what the trunk loses, whatever was found of another fork of the same trunk', () => {
  const from = trace(customer, order, returns(null));
  const edit = { from, to: keepSteps(from, ({ index }) => index !== 0) };
  const named = (...steps: (typeof customer)[]) => alikeFork(trace(...steps, returns(null)), edit).steps.map(({ call }) => call.name);
  expect(named(customer, order)).toEqual(['order']);
  expect(named(order, customer)).toEqual(['order']);
});
