import { step, trace } from '@stepfork/testkit';
import pc from 'picocolors';
import { expect, test } from 'vitest';
import { renderListedTools } from './listed-tools.ts';

const style = pc.createColors(false);
const tools = [
  { name: 'read_file', annotations: { readOnlyHint: true } },
  { name: 'write_file', annotations: { readOnlyHint: false, destructiveHint: true } },
  { name: 'move_file', annotations: { destructiveHint: true } },
  { name: 'ask', annotations: { title: 'Ask' } },
];

test('tools that were called are proposed as what their server says of them, with the flag that makes it so', () => {
  const { steps } = trace(
    step('MCP tools/list', { server: 'files' }, { tools }),
    ...['read_file', 'write_file', 'ask'].map((name) => step(name, {}, 1)),
  );
  const lines = renderListedTools(steps, style).split('\n');
  expect(lines.map((line) => line.trim().replace(/ {2,}/g, ' | '))).toEqual([
    'proposed policies',
    'read_file | a read, says files (readOnlyHint)',
    "write_file | an effect, says files (readOnlyHint: false, destructiveHint) | --policy 'write_file=sink'",
  ]);
});

test('nothing is said where no server says anything', () => {
  expect(renderListedTools(trace(step('write_file', {}, 1)).steps, style)).toBe('');
});
