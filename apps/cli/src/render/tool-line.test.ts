import { effectStep, input, step, trace } from '@stepfork/testkit';
import { describe, expect, it } from 'vitest';
import { styleFor } from '../terminal/style.ts';
import { renderRecordedProgram } from './program.ts';
import { toolLine } from './tool-line.ts';

const lookup = step('lookup', 1, 2);
const post = step('POST api.example.com/v1/refunds', { method: 'POST', url: '/v1/refunds', headers: {} }, null);

describe('the line of the tools that were called', () => {
  it.each([
    ['none', [], {}, ''],
    ['an effect', [lookup, effectStep('pay', 1, 2)], {}, 'tools: lookup ×1, pay ×1 (effect)'],
    ['a sink of the config', [lookup], { tools: { lookup: 'sink' } }, 'tools: lookup ×1 (effect)'],
  ] as const)('%s', (_, steps, policies, line) => {
    expect(toolLine(trace(...steps), policies)).toBe(line);
  });

  it('says how to declare an effect where there is none', () => {
    expect(toolLine(trace(lookup, lookup), {})).toMatch(
      /^tools: lookup ×2\nno tool is declared an effect: .* --policy name=sink, or \{ effect: true \}/,
    );
    expect(toolLine(trace(lookup, post), {})).toContain("needs --policy 'POST api.example.com/v1/refunds=sink', say, or");
  });

  it('stands below a recorded program, too', () => {
    const program = {
      file: 'run.sftrace',
      trace: trace(input({ command: ['node', 'agent.mjs'] }), post),
      ended: null,
      unseen: [],
      others: 0,
    };
    const shown = renderRecordedProgram(program, { gitAttributes: [], redacted: true, policies: {} }, styleFor({}, {}));
    expect(shown).toContain('no tool is declared an effect');
  });
});
