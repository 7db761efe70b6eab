import { expect, test } from 'vitest';
import { loadedAtOnce } from './loaded-at-once.ts';

test('what a module has loaded when it is loaded', () => {
  const code = `
import { runAgent } from './agent.ts';
import { ticket } from "../ticket.ts";
import whole, {
  part, // of it
} from './parts.mjs';
export * from './again.ts';
const { late } = await import('./late.ts');
const old = require('./old.cjs');
const url = 'https://example.com/';
`;
  expect(loadedAtOnce(code)).toEqual(['./agent.ts', '../ticket.ts', './parts.mjs', './again.ts', './late.ts', './old.cjs']);
});

test.each([
  ['a comment', "// import { migrate } from './migrate.ts';"],
  ['a comment of several lines', "/*\nimport { migrate } from './migrate.ts';\n*/"],
  ['a text that is written to a file', "write('a.ts', `\nimport { migrate } from './migrate.ts';\n`);"],
  [
    'a function that nobody may call',
    "test.skip('migrates', async () => {\n  await import('./migrate.ts');\n  require('./migrate.ts');\n});",
  ],
  ['a type', "import type { Ticket } from './migrate.ts';"],
  ['an import for what it does', "import './migrate.ts';"],
  ['a file that is no module', "export const input = './ticket.json';"],
])('%s names nothing that could be run once more', (_, code) => {
  expect(loadedAtOnce(code)).toEqual([]);
});
