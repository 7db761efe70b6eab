import { record } from '@stepfork/interceptor';
import { expect, test } from 'vitest';
import { claimFromCrash } from './claim-from-crash.ts';

test('of a run that crashed at least the crash is claimed not to be', async () => {
  const crash = await record(() => {
    throw new SyntaxError('Unexpected token');
  }, null);
  expect(claimFromCrash(crash)).toEqual({ throws: false });
});

test('a run that ended says nothing by itself', async () => {
  expect(claimFromCrash(await record(() => 1, null))).toBeNull();
});
