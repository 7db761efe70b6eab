import type { JournalLine } from '../processes/journal.ts';
import { creditOf, rule } from './rule.ts';
import type { RunState } from './run-state.ts';

/** Says what happens here, and follows what has happened elsewhere by now. */
export function note(state: RunState, line: JournalLine): void {
  const { journal } = state.options;
  if (journal !== null) follow(state, journal.add(line));
}

/** Takes down what other processes of the run have asked, heard and refused. */
export function follow(state: RunState, lines: readonly JournalLine[]): void {
  for (const line of lines) {
    if (line.kind === 'minted') state.options.ledger.learn(line.ids);
    // The verdict is known: this process gets no more time than the one that was refused.
    if (line.kind === 'stopped') state.options.onStop();
    if (line.kind === 'asked') followCall(state, line);
  }
}

function followCall(state: RunState, { call, atMs }: Extract<JournalLine, { readonly kind: 'asked' }>): void {
  const { options } = state;
  const { ledger, stage } = options;
  const { kind, name, asks } = call;
  const input = 'input' in asks ? asks.input : (ledger.index().steps[asks.like]?.call.input ?? null);
  if (kind === 'model' && 'input' in asks) ledger.overhear(input);
  const { ruling } = rule(options, call, ledger.look(kind, name, input), {
    answers: () => options.answersOf(name, null),
    polls: () => false,
  });
  const isBorrowed = ruling.kind === 'answer' && ruling.given.kind !== 'declared' && creditOf(ruling.by, ledger).how === 'borrowed';
  if (isBorrowed) state.borrowedElsewhere += 1;
  // Its time is the time of the run.
  if (atMs > stage.nowMs) stage.pass(atMs - stage.nowMs);
}
