import { afterEach, expect, test } from 'vitest';
import { hookedTool } from '../declaring/hooked-tool.ts';
import { record } from '../recording/record.ts';
import { metIn } from './met-packages.ts';
import { moduleSlot } from './module-slot.ts';

const load = (name: string): void => void moduleSlot().met.add(name);
const lookUp = hookedTool('look_up', async (id: string) => ({ id }));

afterEach(() => moduleSlot().met.clear());

test('a recording names an SDK that its agent has loaded on the way, once, before a tool of it is called', async () => {
  load('early-sdk');
  const trace = await record(async () => {
    await lookUp('A');
    load('late-sdk');
    await lookUp('B');
    await lookUp('C');
  }, null);
  expect(trace.run.versions['@stepfork/register']).toBe('early-sdk');
  expect(trace.draws.map(({ kind, site, value, endsBefore }) => [kind, site, value, endsBefore])).toEqual([
    ['environment', '@stepfork/register', 'late-sdk', 1],
  ]);
  expect(metIn(trace)).toEqual(['early-sdk', 'late-sdk']);
});

test('an SDK of which no tool can have been called is not named', async () => {
  const trace = await record(async () => {
    await lookUp('A');
    load('late-sdk');
  }, null);
  expect(metIn(trace)).toEqual([]);
});
