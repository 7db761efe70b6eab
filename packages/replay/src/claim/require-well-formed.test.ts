import { PointerError } from '@stepfork/trace';
import { expect, it } from 'vitest';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { requireWellFormed } from './require-well-formed.ts';

it('refuses a place that is no JSON Pointer, which would else be read as the whole input', () => {
  expect(() => requireWellFormed({ calls: [{ same: 'id', of: 'look_up' }] })).toThrow(PointerError);
  expect(() => requireWellFormed({ calls: [{ same: '/id~2', of: 'look_up' }] })).toThrow('"/id~2" is no JSON Pointer');
  expect(() => requireWellFormed({ calls: [{ same: '/id', of: 'look_up' }] })).not.toThrow();
});

it('names the place of a matcher that cannot be read', () => {
  const claim = { calls: [{ tool: 'look_up', with: { 'a/b': { $: 'match', type: 'never' } } }] };
  expect(() => requireWellFormed(claim)).toThrow(ConfigurationError);
  expect(() => requireWellFormed(claim)).toThrow('at /calls/0/with/a~1b/type: ');
});
