import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the table of commands in the README has each command', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const listed = [...readme.matchAll(/^\| `stepfork (\w+)` \|/gm)].map(([, name]) => name);
  const commands = readdirSync(new URL('../src/commands', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
  expect(listed.toSorted()).toEqual(commands.toSorted());
});
