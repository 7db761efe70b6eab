import type { LeftOut, Minimization, Refusal, Size } from '@stepfork/minimize';
import { ruleFlags } from '@stepfork/replay';
import type { AskedMinimize } from '../minimizing/asked-minimize.ts';
import { typedFlags } from '../options/typed-flags.ts';
import type { Style } from '../terminal/style.ts';
import { commandLine } from './command-line.ts';
import { counted } from './counted.ts';
import { printable } from './printable.ts';
import { replayCommand } from './replay-command.ts';
import { shortPath } from './short-path.ts';

type Done = Extract<Minimization, { readonly kind: 'reduced' | 'already-minimal' }>;
type Refused = Extract<Minimization, { readonly kind: 'refused' }>;

/** So many turns are told of by name. */
const mostShown = 12;

/** What was left, and why each turn of it is needed: read in ten seconds. */
export function renderMinimized(result: Done, asked: AskedMinimize, style: Style): string {
  const { trace, written } = asked;
  const { before, after, signature, counts, needed, alsoFound } = result;
  return [
    result.kind === 'already-minimal'
      ? `${style.bold(`${result.proven ? 'already minimal' : 'nothing was taken out'}: ${printable(shortPath(trace))}`)}, ${sized(before)}`
      : `${style.bold(`reduced: ${printable(shortPath(written ?? trace))}`)}, ${sized(after)} (before: ${sized(before)})`,
    ...(result.kind === 'reduced' && result.forks.length > 0 ? ['with a fork, which answers what only the fixed code asks'] : []),
    `it shows: ${printable(signature)}`,
    `${proofLine(result)}; ${counted(counts.replays, 'replay')}, ${removalsOf(result)}`,
    ...(needed.length === 0 ? [] : ['needed:', ...needed.slice(0, mostShown).map(neededLine)]),
    ...(needed.length > mostShown ? [`  and ${needed.length - mostShown} more (--json has all)`] : []),
    ...(alsoFound.length === 0 ? [] : [style.yellow('also found, and not followed:')]),
    ...alsoFound.slice(0, mostShown).map(({ text, times }) => `  ${printable(text)} (${counted(times, 'time')})`),
    ...leftOutLines(result.leftOut, style),
  ].join('\n');
}

function leftOutLines(forks: readonly LeftOut[], style: Style): readonly string[] {
  if (forks.length === 0) return [];
  const named = forks.slice(0, mostShown).map(({ fork, run, why }) => `  fork ${fork}, run ${printable(run)}: ${why}`);
  const more = forks.length > mostShown ? [`  and ${forks.length - mostShown} more (--json has all)`] : [];
  return [style.yellow('left out; what a fix asks beyond the rest is to be forked anew:'), ...named, ...more];
}

const whyStopped = {
  budget: 'the limit was reached',
  aborted: 'the search was interrupted',
  'not-deterministic': 'replayed once more it did not fail in this way: something is carried from run to run',
};

function proofLine({ kind, proof, proven, stopped }: Done): string {
  if (proven) return proof;
  return `${kind === 'reduced' ? 'reduced' : 'not reduced'}, not proven${stopped === null ? '' : `, ${whyStopped[stopped]}`}`;
}

/** What was replayed, and what was known without. */
function removalsOf({ counts, ruledOut }: Done): string {
  const unresolved = counts.unresolved === 0 ? '' : ` (${counts.unresolved.toLocaleString('en')} could not be executed)`;
  const known = ruledOut === 0 ? '' : `, ${ruledOut.toLocaleString('en')} ruled out without a replay (what they take away has to stay)`;
  return `${counted(counts.removals, 'removal')} tried on the result${unresolved}${known}`;
}

function neededLine({ label, without }: Done['needed'][number]): string {
  return `  ${printable(label)}${without === null ? '' : `: without it ${printable(without)}`}`;
}

/** Why there is nothing to make smaller. */
export function renderRefusal({ refusal }: Refused, style: Style): string {
  return `${style.red(style.bold('not reducible'))}: ${printable(reasonOf(refusal), { keepLines: true })}`;
}

function reasonOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'no-failure':
      return 'the recorded run does not fail: by what was given, it is right';
    case 'not-reproduced':
      return `the failure does not reproduce.\nrecorded: ${refusal.expected}\nreplayed: ${refusal.found ?? 'it does not fail'}`;
    case 'not-deterministic':
      return `two replays of the same recording differ.\nfirst: ${refusal.first}\nsecond: ${refusal.second}`;
    case 'fixed-fails':
      return refusal.why;
    case 'ended-early':
      return 'the search was ended before the failure was confirmed';
    case 'cannot-execute':
      return `the ${refusal.side === 'fixed' ? 'fixed' : 'recorded'} code could not be replayed: ${refusal.why}`;
  }
}

function isOfFixed(refusal: Refusal): boolean {
  return refusal.kind === 'fixed-fails' || (refusal.kind === 'cannot-execute' && refusal.side === 'fixed');
}

/** What to type now. */
export function renderNextAfterMinimize(result: Minimization, asked: AskedMinimize, style: Style): string {
  const { path, flags, named, fixed, written, trace, traces, claim } = asked;
  const flagged = typedFlags(flags);
  if (result.kind === 'refused') {
    const ofFixed = isOfFixed(result.refusal) && fixed !== null;
    if (result.refusal.kind === 'cannot-execute' && !ofFixed && traces.forks.length > 0) return onlyTrunk(asked);
    const seen = ofFixed ? fixed : named;
    return `See the replay: ${replayCommand({ file: path, ...seen, flags: flagged })}`;
  }
  return [
    style.dim('Next:'),
    ...(written === null ? [] : [`  ${commandLine('stepfork', 'inspect', shortPath(written))}`]),
    `  ${useOf(asked, shortPath(written ?? trace))}`,
    ...(named.program === undefined || claim !== null
      ? []
      : [style.dim('Without a claim nothing is judged there: say what is right by --returns, --expect-call or --claim.')]),
    ...(fixed !== null ? [] : [style.dim('Nobody has seen whether correct code passes on it: with --fixed it must.')]),
  ].join('\n');
}

/** A program is judged where it stands; of a function a test is made. */
function useOf(asked: AskedMinimize, file: string): string {
  const { named, fixed } = asked;
  const flagged = asTyped(asked);
  if (named.program !== undefined) return replayCommand({ file, ...named, flags: flagged });
  const corrected = typeof fixed?.agent === 'string' ? ['--fixed', fixed.agent] : [];
  return [commandLine('stepfork', 'export', file, '--agent', named.agent ?? '', ...corrected), ...flagged].join(' ');
}

/** Rules and claim as flags; those of a case file stand in no flag. */
function asTyped({ path, flags, options, claim }: AskedMinimize): readonly string[] {
  if (!path.endsWith('.json')) return typedFlags(flags);
  return [...ruleFlags(options), ...(claim === null ? [] : [commandLine('--claim', JSON.stringify(claim))])];
}

/** A replay of the whole file would follow a fork, and show nothing of what stopped this. */
function onlyTrunk(asked: AskedMinimize): string {
  const { trace, named } = asked;
  const way = named.program === undefined ? 'Export the whole' : 'Replay the whole';
  return `Only the trunk of ${printable(shortPath(trace))} is minimized, and what its forks answer is not in it.\n${way}: ${useOf(asked, shortPath(trace))}`;
}

function sized({ turns, steps, bytes }: Size): string {
  return `${counted(turns, 'turn')}, ${counted(steps, 'call')}, ${bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} KB`}`;
}
