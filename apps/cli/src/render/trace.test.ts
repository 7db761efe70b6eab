import { step, streamedStep, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { styleFor } from '../terminal/style.ts';
import { renderStep } from './trace.ts';

it('a streamed step says once how many chunks came', () => {
  const [streamed] = trace(streamedStep('listen', {}, [1, 2])).steps;
  if (streamed === undefined) throw new Error('no step');
  expect(renderStep(streamed, styleFor({}, {})).match(/streamed/g)).toHaveLength(1);
});

it.each([
  [{ whole: [''], alone: [] }, 'returned, frozen\n'],
  [{ whole: ['/orders'], alone: ['', '/open'] }, 'returned, frozen: /orders, itself (not what is in it), /open (not what is in it)\n'],
] as const)('says of an answer what of it is frozen: %j', (frozen, said) => {
  const [listed] = trace(step('list', null, [])).steps;
  if (listed === undefined) throw new Error('no step');
  expect(renderStep({ ...listed, outcome: { kind: 'returned', value: [], frozen } }, styleFor({}, {}))).toContain(said);
});
