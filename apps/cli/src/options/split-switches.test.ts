import { expect, it } from 'vitest';
import { splitSwitches } from './split-switches.ts';

const flags = { title: { type: 'option' }, output: { type: 'option', char: 'o' }, list: { type: 'boolean' } } as const;

it.each([
  ['a switch that nobody knows', ['a.sftrace', '--esm', '--list'], ['esm'], ['a.sftrace', '--list']],
  ['a value that looks like one', ['--title', '--esm', '-o', '--esm'], [], ['--title', '--esm', '-o', '--esm']],
  ['what comes after a value', ['--title', 'x', '--esm'], ['esm'], ['--title', 'x']],
  ['a value within the word', ['--title=x', '--esm'], ['esm'], ['--title=x']],
  ['what every command knows', ['--json', '--help'], [], ['--json', '--help']],
  ['no switch but a flag with a value', ['--colour=red'], [], ['--colour=red']],
])('%s', (_, argv, switches, own) => {
  expect(splitSwitches(argv, flags)).toEqual({ switches, own });
});
