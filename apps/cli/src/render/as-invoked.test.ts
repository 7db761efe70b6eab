import { expect, it } from 'vitest';
import { asInvoked } from './as-invoked.ts';

it('prints commands as they can be typed where npx has found us', () => {
  const text =
    'Again: stepfork replay a.sftrace\n  stepfork inspect a.sftrace && stepfork fork a.sftrace\nstepfork is a word, ./stepfork replay a path';
  expect(asInvoked(text, { npm_command: 'exec' })).toBe(
    'Again: npx stepfork replay a.sftrace\n  npx stepfork inspect a.sftrace && npx stepfork fork a.sftrace\nstepfork is a word, ./stepfork replay a path',
  );
  expect(asInvoked(text, {})).toBe(text);
});
