import { step, trace } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { knownNames } from '../policies/known-names.ts';
import { listedTools } from './listed-tools.ts';

const tool = (name: string, annotations?: Readonly<Record<string, boolean>>) => ({ name, ...(annotations && { annotations }) });
const list = (server: string, ...tools: readonly object[]) => step('MCP tools/list', { server }, { tools });

test.each([
  [{ readOnlyHint: true }, 'frozen', ['readOnlyHint']],
  [{ readOnlyHint: true, destructiveHint: true }, 'frozen', ['readOnlyHint']],
  [{ destructiveHint: true }, 'sink', ['destructiveHint']],
  [{ readOnlyHint: false, destructiveHint: false }, 'sink', ['readOnlyHint: false', 'destructiveHint: false']],
  [{ idempotentHint: true }, null, []],
  [undefined, null, []],
] as const)('a tool with the annotations %j is proposed as %s', (annotations, proposed, hints) => {
  const { steps } = trace(list('files', tool('write_file', annotations)));
  expect(listedTools(steps)).toEqual([{ name: 'write_file', server: 'files', proposed, hints }]);
});

test('tools that two servers have are named with their server, and rules may name all of them', () => {
  const recorded = trace(
    list('files', tool('read'), tool('write')),
    list('notes', tool('read')),
    list('files', tool('read'), tool('write')),
  );
  const names = ['files/read', 'write', 'notes/read'];
  expect(listedTools(recorded.steps).map(({ name }) => name)).toEqual(names);
  expect([...knownNames([recorded], { registered: [], claimed: [] }).tools]).toEqual(expect.arrayContaining(names));
});

test('what is no list of a server tells of no tools', () => {
  const { steps } = trace(
    step('list', { server: 'files' }, { tools: [tool('a')] }),
    step('MCP tools/list', { server: 'files' }, { tools: 1 }),
  );
  expect(listedTools(steps)).toEqual([]);
});
