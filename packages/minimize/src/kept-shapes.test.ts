import { returns, step, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { learnShapes } from './kept-shapes.ts';

const said = (subject: string, text: string) => trace(step('send', { subject }, null), returns({ text }));

it('an agent must not pass on a text that was made of what is missing', () => {
  const shapes = learnShapes(said('undefined order', 'All is done.'));
  expect(shapes.leftBy(said('undefined', 'Done.'))).toBeNull();
  expect(shapes.leftBy(said('order', 'undefinedundefined'))).toBe('the output at /text would say undefined');
  expect(shapes.leftBy(said('order NaN', 'Done.'))).toBe('the input of send at /subject would say NaN');
  expect(shapes.leftBy(said('order', '[object Object]'))).toBe('the output at /text would say [object Object]');
});
