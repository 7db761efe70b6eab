import { streamedStep, trace } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { styleFor } from '../terminal/style.ts';
import { renderStep } from './trace.ts';

it('a streamed step says once how many chunks came', () => {
  const [streamed] = trace(streamedStep('listen', {}, [1, 2])).steps;
  if (streamed === undefined) throw new Error('no step');
  expect(renderStep(streamed, styleFor({}, {})).match(/streamed/g)).toHaveLength(1);
});
