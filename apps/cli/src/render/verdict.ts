import { formatVerdict, type Receipt, type Replay, type Verdict } from '@stepfork/replay';
import type { Trace, TraceFile } from '@stepfork/trace';
import type { Style } from '../terminal/style.ts';
import { frameLines } from './frame-lines.ts';
import { observedNames } from './observed.ts';
import { printable } from './printable.ts';
import { recordingName } from './recording-name.ts';
import { renderRunEnd } from './run-end.ts';

/** The verdict; its first line in its colour. */
export function renderVerdict(verdict: Verdict, style: Style): string {
  const [first = '', ...rest] = verdictLines(verdict);
  return [colour(verdict, style)(style.bold(first)), ...rest].join('\n');
}

/** Line breaks are ours alone: one inside a message of the agent is shown like any other control character. */
export function verdictLines(verdict: Verdict): readonly string[] {
  const own =
    verdict.kind === 'fail'
      ? { ...verdict, findings: verdict.findings.map((finding) => ({ ...finding, message: printable(finding.message) })) }
      : verdict;
  return printable(formatVerdict(own), { keepLines: true }).split('\n');
}

/** What there is to say of a replay without a claim in which nothing was refused. */
export function renderUnjudged({ entries }: Receipt, style: Style): string {
  const live = entries.filter(({ how }) => how === 'live').length;
  const isAll = live === entries.length && live > 0;
  return style.bold(
    isAll
      ? 'replayed: every call ran live'
      : `replayed: the recording answered every call${live === 0 ? '' : `, but for ${live} that ran live`}`,
  );
}

/** Who answered the calls of a replay, and what the agent did at last; what it did in the recording, where that was something else. */
export function renderReplay(replay: Replay, style: Style, { trunk, forks }: Pick<TraceFile, 'trunk' | 'forks'>): string {
  const { place } = replay.receipt.recording;
  const recorded = forks[place - 1] ?? trunk;
  const isOther = replay.trace.outcome.kind !== 'interrupted' && renderRunEnd(replay.trace, style) !== renderRunEnd(recorded, style);
  const lines = [
    answeredLine(replay.receipt, replay),
    renderRunEnd(replay.trace, style, 200),
    ...frameLines(replay.thrownAt),
    ...(isOther ? [`in the recording ${renderRunEnd(recorded, style, 200)}`] : []),
  ];
  if (forks.length > 0) lines.unshift(followedLine(replay.receipt, forks.length));
  const ignored = Object.entries(replay.receipt.ignored).map(([rule, times]) => `${printable(rule)} ×${times}`);
  if (ignored.length > 0) lines.push(`left out when inputs were compared: ${ignored.join(', ')}`);
  const { mintedIds } = replay.receipt;
  if (mintedIds > 0) lines.push(`${mintedIds} ${mintedIds === 1 ? 'id' : 'ids'} of live answers compared by the answer that minted them`);
  return lines.map((line) => style.dim(line)).join('\n');
}

/** What there is to say of an agent that was stopped in the middle of its own code. */
export function renderBlocked(style: Style): string {
  return style.dim('the agent never gave control back: a loop that awaits nothing, or a wait that blocks the process');
}

function followedLine({ recording: { place } }: Receipt, forks: number): string {
  return `followed ${recordingName(place)}, one of ${forks + 1} recordings`;
}

function answeredLine({ entries, unused, bodiesRun }: Receipt, { trace }: Replay): string {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const how = entry.how === 'borrowed' ? `borrowed (${printable(trace.steps[entry.step]?.call.name ?? '')})` : entry.how;
    counts.set(how, (counts.get(how) ?? 0) + 1);
  }
  const list = [...counts].map(([how, times]) => `${times} ${how}`).join(', ');
  const calls = entries.length === 0 ? 'no calls' : `${entries.length} ${entries.length === 1 ? 'call' : 'calls'}: ${list}`;
  const bodies = bodiesRun === 0 ? 'no body ran' : `${bodiesRun} ${bodiesRun === 1 ? 'body' : 'bodies'} ran`;
  return `${calls}; ${bodies}${uncounted(trace)}${unused.length === 0 ? '' : `; recorded but not asked for: ${steps(unused)}`}`;
}

/** Bodies that run in the agent's own loop are seen by nobody. */
function uncounted(trace: Trace): string {
  const names = observedNames(trace);
  return names.length === 0 ? '' : `, but for those of what is only observed: ${names.map((name) => printable(name)).join(', ')}`;
}

function steps(indices: readonly number[]): string {
  const shown = indices.slice(0, 8).join(', ');
  return `${indices.length === 1 ? 'step' : 'steps'} ${shown}${indices.length > 8 ? ', …' : ''}`;
}

function colour(verdict: Verdict, style: Style): (text: string) => string {
  switch (verdict.kind) {
    case 'pass':
      return style.green;
    case 'fail':
      return style.red;
    case 'inconclusive':
      return style.yellow;
  }
}
