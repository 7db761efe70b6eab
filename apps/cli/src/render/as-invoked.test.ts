import { readdirSync } from 'node:fs';
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

it('knows every command', () => {
  const commands = readdirSync(new URL('../commands', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
  expect(commands.length).toBeGreaterThan(9);
  for (const command of commands) expect(asInvoked(`stepfork ${command}`, { npm_command: 'exec' })).toBe(`npx stepfork ${command}`);
});
