import { listedTools } from '@stepfork/replay/recorded';
import type { Step } from '@stepfork/trace';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';
import { table } from './table.ts';

/** What MCP servers say of the tools that were called, as proposals: a trace is data from a stranger, and so is what a server says. Empty where none does. */
export function renderListedTools(steps: readonly Step[], style: Style): string {
  const called = new Set(steps.map(({ call }) => call.name));
  const rows = listedTools(steps)
    .filter(({ name, proposed }) => proposed !== null && called.has(name))
    .map(({ name, server, proposed, hints }) => [
      printable(name),
      `${proposed === 'sink' ? 'an effect' : 'a read'}, says ${printable(server)} (${hints.join(', ')})`,
      proposed === 'sink' ? `--policy '${printable(name)}=sink'` : '',
    ]);
  return rows.length === 0 ? '' : `${style.bold('proposed policies')}\n${table(rows)}`;
}
