import { modelStep, step, trace, traceFile } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { loadNeeds } from './load-needs.ts';

const request = { method: 'GET', url: '/v1/orders/7', headers: {} };
const plain = trace(step('lookup', { id: 7 }, null));

test.each<readonly [string, Trace, boolean]>([
  ['a request', trace(step('GET api.example.com/v1/orders/{id}', request, null)), true],
  ['a model over HTTP', trace(modelStep('gpt', { ...request, body: { messages: [] } }, null)), true],
  ['a tool of the user that takes a request', trace(step('send', request, null)), false],
  ['no request', plain, false],
])('%s in any recording: requests must be recorded from the start', (_, run, http) => {
  expect(loadNeeds(traceFile(run)).http).toBe(http);
  expect(loadNeeds({ ...traceFile(plain), forks: [run] }).http).toBe(http);
});

test.each([
  ['its head names', { ...plain, run: { ...plain.run, versions: { '@stepfork/register': 'ai' } } }],
  [
    'was loaded on the way',
    { ...plain, draws: [{ kind: 'environment', site: '@stepfork/register', value: 'ai', atMs: 0, endsBefore: 0 }] },
  ],
] as const)('an SDK that %s must be met again', (_, run) => {
  expect(loadNeeds(traceFile(plain)).tools).toBe(false);
  expect(loadNeeds(traceFile(run))).toMatchObject({ tools: true, environment: {} });
  expect(loadNeeds(traceFile(plain, run)).tools).toBe(true);
});

test('a module finds the credentials that the run used, and no variable that steers the process', () => {
  const draw = (site: string, value: string) => ({ kind: 'environment', site, value, atMs: 0, endsBefore: 0 }) as const;
  const draws = [
    draw('OPENAI_API_KEY', 'sk-proj-STEPFORK0123456789abcdef'),
    draw('NODE_OPTIONS', 'sk-proj-STEPFORK0123456789abcdef'),
    draw('STRIPE_API_KEY', '--import ./evil.mjs'),
  ];
  expect(loadNeeds(traceFile({ ...plain, draws })).environment).toEqual({ OPENAI_API_KEY: 'sk-proj-STEPFORK0123456789abcdef' });
});
