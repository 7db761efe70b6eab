import { expect, it } from 'vitest';
import { testFrame } from './test-frame.ts';

const file = (claim: string, more: string = '', agent = './agent.ts'): string => `import { runAgent } from '${agent}';
test('refund', async () => {
  const { trace } = await verify({
    traces: new URL('./refund.sftrace', import.meta.url),
    agent: runAgent,
    claim: ${claim},
    order: 'recorded',
  });${more === '' ? '' : `\n${more}`}
});
`;

it.each([
  [file("{ returns: { text: 'a } {' } }", '  expect(trace.steps).toHaveLength(3);')],
  [file('{\n      calls: [{ tool: "x", times: 1 }], // }\n    }', '  assert.deepEqual(trace.outcome, {\n    kind: `a`,\n  });')],
  [file('{}', '  await expect(one(trace)).resolves.toBe(2)')],
])('what a test expects is no part of its frame', (text) => {
  expect(testFrame(text)).toBe(testFrame(file('{}')));
});

it.each([
  ['its agent', file('{}', '', './other.ts')],
  ['its rules', file('{}').replace('recorded', 'keyed')],
  ['what it does', file('{}', '  trace.steps.pop();')],
])('%s is', (_, text) => {
  expect(testFrame(text)).not.toBe(testFrame(file('{}')));
});

it('where the end is not found the text stays', () => {
  const text = '  expect(/[(]/.test(x));\n';
  expect(testFrame(text)).toBe(text);
});
