import { input, trace } from '@stepfork/testkit';
import { describe, expect, it } from 'vitest';
import { sameCommand } from './same-command.ts';

const given = { argv: ['agent.mjs', '8841'], stdin: '{"jobs":[1,2]}', command: ['node', 'agent.mjs', '8841'] };

describe('sameCommand', () => {
  it('lets a program read less, and starts it as it was started', () => {
    const ruleOut = sameCommand(trace(input(given)));
    expect(ruleOut(trace(input({ ...given, stdin: '{"jobs":[2]}' })))).toBeNull();
    const others = [
      { ...given, argv: ['agent.mjs'] },
      { ...given, command: [] },
      { ...given, stdin: null },
      { argv: given.argv, command: given.command },
      null,
    ];
    for (const other of others) expect(ruleOut(trace(input(other)))).toBe('the program would be started in another way');
  });

  it('leaves what was typed in pieces as it is', () => {
    const typed = { ...given, stdinPieces: [3] };
    const ruleOut = sameCommand(trace(input(typed)));
    expect(ruleOut(trace(input(typed)))).toBeNull();
    expect(ruleOut(trace(input({ ...typed, stdin: '{}' })))).not.toBeNull();
    expect(ruleOut(trace(input({ ...given })))).not.toBeNull();
  });
});
