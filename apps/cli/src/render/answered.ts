import type { Answered, Trace } from '@stepfork/trace';
import { printable } from './printable.ts';

/** Who answered a call, in a word or two; nothing where that was the world. */
export function answeredText(answered: Answered | undefined): string {
  switch (answered?.how) {
    case undefined:
      return '';
    case 'exact':
    case 'reused':
    case 'declared':
    case 'live':
      return answered.how;
    case 'again':
    case 'next-unused':
    case 'example':
    case 'null':
      return `borrowed (${answered.how})`;
  }
}

/** `2 calls ran for real (lookup_order, model gpt), 3 were answered from the recording, 1 was borrowed (issue_refund)`. */
export function answeredBy({ steps }: Trace): string {
  const groups = { live: [] as string[], recorded: [] as string[], declared: [] as string[], borrowed: [] as string[] };
  for (const { call, answered } of steps) {
    if (answered === undefined) continue;
    groups[groupOf(answered)].push(`${call.kind === 'model' ? 'model ' : ''}${printable(call.name)}`);
  }
  const { live, recorded, declared, borrowed } = groups;
  return [
    live.length === 0 ? 'no call ran for real' : `${calls(live.length)} ran for real (${names(live)})`,
    ...(recorded.length === 0 ? [] : [`${recorded.length} answered from the recording`]),
    ...(declared.length === 0 ? [] : [`${declared.length} declared (${names(declared)})`]),
    ...(borrowed.length === 0 ? [] : [`${borrowed.length} borrowed (${names(borrowed)})`]),
  ].join(', ');
}

/** The tools that got an answer which was neither recorded for their call nor declared. */
export function borrowingTools({ steps }: Trace): readonly string[] {
  const borrowing = steps.filter(
    ({ call, answered }) => call.kind === 'tool' && answered !== undefined && groupOf(answered) === 'borrowed',
  );
  return [...new Set(borrowing.map(({ call }) => call.name))];
}

function groupOf({ how }: Answered): 'live' | 'recorded' | 'declared' | 'borrowed' {
  if (how === 'live' || how === 'declared') return how;
  return how === 'exact' || how === 'reused' ? 'recorded' : 'borrowed';
}

function calls(count: number): string {
  return `${count} ${count === 1 ? 'call' : 'calls'}`;
}

function names(all: readonly string[]): string {
  return [...new Set(all)].join(', ');
}
