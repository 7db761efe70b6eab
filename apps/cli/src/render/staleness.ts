import type { Prompt, PromptPair } from '@stepfork/replay/recorded';
import type { Staleness, VersionPair } from '../staleness/staleness.ts';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';
import { table } from './table.ts';

/** Then and now beside each other. What has changed is marked; whether it matters is for the reader to say. */
export function renderStaleness({ recordedAt, ageDays, versions, prompts, code }: Staleness, style: Style): string {
  const rows: readonly (readonly string[])[] = [
    ['', 'recorded', 'now'].map((title) => style.dim(title)),
    ...versions.map((pair) => versionRow(pair, style)),
    ...prompts.flatMap((pair) => promptRows(pair, code?.kind === 'asked', style)),
  ];
  return [
    `recorded ${ageOf(ageDays)}, ${printable(recordedAt)}`,
    table(rows),
    ...doubts(code).map((line) => style.yellow(printable(line, { keepLines: true }))),
  ].join('\n');
}

function doubts(code: Staleness['code']): readonly string[] {
  if (code === null) return [];
  if (code.kind === 'unknown') return [`what the code asks now is not known: ${code.why}`];
  return code.cutShort === null ? [] : [`the code may ask more than this: ${code.cutShort}`];
}

function ageOf(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

function versionRow({ name, recorded, now }: VersionPair, style: Style): readonly string[] {
  // Older recordings, and those that code makes by itself, note fewer versions: that is no change.
  const mark = recorded !== null && recorded !== now ? style.yellow('changed') : '';
  return [
    printable(name),
    recorded === null ? style.dim('not noted') : printable(recorded),
    now === null ? style.dim('not found') : printable(now),
    mark,
  ];
}

function promptRows({ recorded, now }: PromptPair, isAsked: boolean, style: Style): readonly (readonly string[])[] {
  const cells: readonly (readonly [string, (prompt: Prompt) => string, (prompt: Prompt) => string])[] = [
    ['model', (prompt) => prompt.model, (prompt) => `${printable(prompt.model)}, ${prompt.calls} ${prompt.calls === 1 ? 'call' : 'calls'}`],
    ['  prompt', (prompt) => String(prompt.instructions), (prompt) => prompt.instructions ?? style.dim('none')],
    ['  tools', (prompt) => String(prompt.tools), (prompt) => toolsText(prompt, style)],
  ];
  return cells.map(([title, key, text], at) => {
    if (!isAsked) return [title, recorded === null ? '' : text(recorded)];
    if (recorded === null || now === null) {
      const missing = at > 0 ? '' : recorded?.nested === true ? style.dim('inside a tool, which was not run') : style.dim('not asked');
      const mark = at > 0 || recorded?.nested === true ? '' : style.yellow('changed');
      return [title, recorded === null ? missing : text(recorded), now === null ? missing : text(now), mark];
    }
    return [title, text(recorded), text(now), key(recorded) === key(now) ? '' : style.yellow('changed')];
  });
}

function toolsText({ tools, toolNames }: Prompt, style: Style): string {
  return tools === null ? style.dim('none') : `${tools} (${toolNames.map((name) => printable(name)).join(', ')})`;
}
