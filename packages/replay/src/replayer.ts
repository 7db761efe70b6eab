import type { Interceptor, LiveCall, Stage } from '@stepfork/interceptor';
import type { CallKind, Outcome, Step, StepforkError } from '@stepfork/trace';
import { atOnce, createAnswerTimes } from './answers/answer-times.ts';
import { deliver, type Refusals } from './answers/deliver.ts';
import { mostReused } from './answers/most-reused.ts';
import { nearestStep } from './answers/nearest-step.ts';
import { OpenCalls } from './answers/open-calls.ts';
import type { Given, Ruling } from './answers/ruling.ts';
import type { BorrowedAnswer, Substitute } from './borrowed/borrowed-answer.ts';
import { credited, lentInputOf } from './borrowed/credited.ts';
import { DivergenceError } from './errors/divergence-error.ts';
import { OpaqueAnswerError } from './errors/opaque-answer-error.ts';
import { OverBudgetError } from './errors/over-budget-error.ts';
import { ReplayFault } from './errors/replay-fault.ts';
import type { Permit } from './forks/permit.ts';
import type { WhatIf } from './forks/what-if-answer.ts';
import type { Divergence } from './judging/divergence.ts';
import type { Inconclusive } from './judging/verdict.ts';
import type { BareQuestion, Ledger, Question } from './ledger/ledger.ts';
import { messageAnswer } from './messages/message-answer.ts';
import { frozen } from './policies/frozen.ts';
import { live } from './policies/live.ts';
import type { PolicyTable } from './policies/policy-table.ts';
import { positioned } from './policies/positioned.ts';
import { type SinkAnswers, sink } from './policies/sink.ts';
import type { AskedCall, Journal, JournalLine } from './processes/journal.ts';
import type { AnsweredBy, ReceiptEntry, RechunkedStream } from './receipt.ts';
import { isRefusal, keptRefusal, refusal } from './refusals/refusal.ts';
import type { RefusedServer } from './refusals/refuse-servers.ts';
import type { RefusedSocket } from './refusals/refuse-sockets.ts';
import type { UnmetIn } from './refusals/unmet-tools.ts';
import { chunksInTime } from './streams/chunks-in-time.ts';
import { type CutElsewhere, cutElsewhere } from './streams/cut-elsewhere.ts';
import type { Match } from './test-case.ts';

export interface ReplayerOptions {
  readonly table: PolicyTable;
  readonly ledger: Ledger;
  readonly stage: Stage;
  /** `call`: the call itself; `null`: another process makes it. */
  readonly answersOf: (name: string, call: LiveCall | null) => SinkAnswers;
  readonly maxCalls: number;
  readonly unknownSecretIn: (question: Question) => string | null;
  /** Tools that a model is offered in this request whose bodies would run: see `unmetTools`. */
  readonly unmetIn: UnmetIn;
  /** Packages whose clients would start a server for real: see `unmetServers`. */
  readonly unmetServers: () => readonly string[] | null;
  /** Tools that declare themselves stable reads; grows like `table.declared`. */
  readonly stable: Set<string>;
  /** A model is known that could be asked. */
  readonly hasModels: boolean;
  /** A tool has turned out to be an effect or a stable read in the middle of the run: the recording must be keyed anew. */
  readonly onNewTrait: () => void;
  readonly onStop: () => void;
  readonly substitute: Substitute | null;
  readonly match: Match;
  /** A seed: recorded streams are cut at other places. */
  readonly rechunk: string | null;
  /** What may be run for real where no recording answers; `null`: nothing, the replay is offline. */
  readonly permit: Permit | null;
  /** Another answer in the place of a recorded one. */
  readonly whatIf: WhatIf | null;
  /** What all processes of the run do; `null`: there is one. */
  readonly journal: Journal | null;
}

export interface Stop {
  readonly verdict: Inconclusive;
  /** The last call that counts: what comes later is the work of our refusal. */
  readonly until: number;
}

/** Answers the calls of one replayed run, inside its recorder. What changes is asked for by a call, since a getter would keep all of it until a full collection. */
export interface Replayer {
  readonly intercept: Interceptor;
  /** The first thing that we could not do. Latched. */
  stop(): Stop | null;
  /** What of ours broke during the run: a wrong set-up, a recorded value that is none. `null`: nothing. */
  fault(): unknown;
  readonly entries: readonly ReceiptEntry[];
  readonly borrowed: readonly BorrowedAnswer[];
  readonly rechunked: readonly RechunkedStream[];
  bodiesRun(): number;
  /** Bodies that ran because no recording answered. */
  demanded(): number;
  /** Names of the calls that have no answer yet. */
  waitingFor(): readonly string[];
  /** Only calls are open whose answer never came in the recording either. */
  waitsForOpenStepsOnly(): boolean;
  /** So a body of this run answered: all processes are told the ids in it. */
  answered(call: number, outcome: Outcome): void;
  /** The agent tried to open a socket. */
  refused(socket: RefusedSocket): void;
  /** The agent starts a process. `true`: it must not. */
  refusesServer(server: RefusedServer): boolean;
  /** The agent ended with an error of ours. */
  escaped(error: StepforkError): void;
  /** The run is over: whatever is still asked is never answered and counts no more. */
  end(): void;
}

export function createReplayer(options: ReplayerOptions): Replayer {
  const { table, ledger, stage } = options;
  const entries: ReceiptEntry[] = [];
  const borrowed: BorrowedAnswer[] = [];
  const rechunked: RechunkedStream[] = [];
  const open = new OpenCalls();
  const { dueOf, paceOf, inItsTime } = createAnswerTimes(stage, open);
  /** How many timers of the agent had fired when a question was last asked. */
  const firedBefore = new Map<string, number>();
  let stop: Stop | null = null;
  let fault: unknown = null;
  let bodiesRun = 0;
  let demanded = 0;
  let ended = false;
  let lastStarted = -1;
  let borrowedElsewhere = 0;
  let beyondBudget = 0;

  return {
    intercept,
    stop: () => stop,
    fault: () => fault,
    entries,
    borrowed,
    rechunked,
    bodiesRun: () => bodiesRun,
    demanded: () => demanded,
    waitingFor: () => open.names,
    waitsForOpenStepsOnly: () => open.areForGood,
    answered(call, outcome) {
      const ids = ledger.answered(call, outcome);
      if (ids.length > 0) note({ kind: 'minted', ids });
    },
    refused({ host, stack }) {
      goneOut({ name: host, why: 'socket', stack });
    },
    refusesServer({ command, stack }) {
      const packages = options.unmetServers();
      if (packages !== null) goneOut({ name: command, why: 'unmet-server', stack, unmet: { tools: [], packages } });
      return packages !== null;
    },
    escaped(error) {
      if (isRefusal(error)) latch(keptRefusal);
      else if (stop === null) fault ??= new ReplayFault('the agent ended with an error of Stepfork although no call was refused', error);
    },
    end() {
      ended = true;
    },
  };

  async function intercept(call: LiveCall, next: (call: LiveCall) => Promise<unknown>): Promise<unknown> {
    // An error would come to nobody: as an unhandled rejection it would bring down whoever runs next.
    if (ended || call.step < 0) return new Promise(() => {});
    lastStarted = Math.max(lastStarted, call.step);
    if (call.step >= options.maxCalls) return overBudget(call);
    const { question, ruling } = decide(call);
    const answeredBy = ruling.kind === 'answer' ? recordedStep(ruling.by) : null;
    const unmet = call.kind === 'model' ? options.unmetIn(call.snapshot(), answeredBy) : null;
    if (unmet !== null) {
      enter(call, { how: 'refused' });
      throw diverge(call, question, 'unmet-tools', { unmet });
    }
    // Its place among the borrowed answers of the run is known now: other processes may go on.
    const ordinal = borrowed.length + borrowedElsewhere;
    switch (ruling.kind) {
      case 'answer':
        if (call.isObserved === true) return unseen(call, question, 'only-observed', next);
        if (options.permit?.asksAnew(question)) return unseen(call, question, 'stream-cut', next);
        return answer(call, question, ruling, ordinal);
      case 'execute':
        ledger.runs(call.step, question);
        return execute(call, next);
      case 'diverge':
        return unseen(call, question, ruling.why, next);
    }
  }

  /** Runs the body where a fork is made and may ask; else it is refused. */
  async function unseen(
    call: LiveCall,
    question: Question,
    why: Divergence['why'],
    next: (call: LiveCall) => Promise<unknown>,
  ): Promise<unknown> {
    const notRun = stop === null ? (options.permit?.refuses(call, isAfterEffect(call)) ?? undefined) : undefined;
    if (stop === null && options.permit !== null && notRun === undefined) {
      demanded += 1;
      ledger.runs(call.step, question);
      return chunksInTime(await inItsTime(call, () => execute(call, next)), (read) => inItsTime(call, read));
    }
    enter(call, { how: 'refused' });
    throw diverge(call, question, why, { ...(notRun && { notRun }) });
  }

  function isAfterEffect({ kind, name }: { readonly kind: CallKind; readonly name: string }): boolean {
    return kind === 'tool' && ledger.hasEffects() && !options.stable.has(name);
  }

  function decide(call: LiveCall): { readonly question: Question; readonly ruling: Ruling } {
    try {
      const { kind, name, effect, stable } = call;
      const snapshot = call.snapshot();
      // Ids that another process got may stand in it.
      follow(options.journal?.heard() ?? []);
      const asked = ledger.look(kind, name, snapshot);
      if (options.journal !== null) {
        const like = ledger.like(asked)?.index;
        const asks = like === undefined ? { input: snapshot } : { like };
        note({ kind: 'asked', step: call.step, atMs: stage.nowMs, call: { kind, name, effect, stable, asks } });
      }
      return rule(
        call,
        asked,
        () => options.answersOf(name, call),
        (question) => {
          const firedAtLast = firedBefore.get(question.key);
          firedBefore.set(question.key, stage.timersFired);
          return () => firedAtLast !== undefined && firedAtLast < stage.timersFired;
        },
      );
    } catch (error) {
      throw failed(error);
    }
  }

  function rule(
    { kind, name, effect, stable }: Omit<AskedCall, 'asks'>,
    asked: BareQuestion,
    answers: () => SinkAnswers,
    pollsWith: (question: Question) => () => boolean,
  ): { readonly question: Question; readonly ruling: Ruling } {
    const known = table.declared.size + options.stable.size;
    const policy = table.policyOf(kind, name, effect);
    if (stable) options.stable.add(name);
    if (table.declared.size + options.stable.size > known) options.onNewTrait();
    const question = ledger.ask(asked);
    const agentPolls = pollsWith(question);
    switch (policy) {
      case 'frozen':
        if (kind === 'model' && options.match === 'position') return { question, ruling: positioned(question, ledger) };
        return { question, ruling: frozen(question, ledger, agentPolls) };
      case 'live':
        return { question, ruling: live(question, ledger) };
      case 'sink':
        return { question, ruling: sink(question, ledger, answers()) };
    }
  }

  /** Says what happens here, and follows what has happened elsewhere by now. */
  function note(line: JournalLine): void {
    follow(options.journal?.add(line) ?? []);
  }

  function follow(lines: readonly JournalLine[]): void {
    for (const other of lines) {
      if (other.kind === 'minted') ledger.learn(other.ids);
      // The verdict is known: this process gets no more time than the one that was refused.
      if (other.kind === 'stopped') options.onStop();
      if (other.kind !== 'asked') continue;
      const { call, atMs } = other;
      const { kind, name, asks } = call;
      const input = 'input' in asks ? asks.input : (ledger.index().steps[asks.like]?.call.input ?? null);
      if (kind === 'model' && 'input' in asks) ledger.overhear(input);
      const { ruling } = rule(
        call,
        ledger.look(kind, name, input),
        () => options.answersOf(name, null),
        () => () => false,
      );
      if (ruling.kind === 'answer' && ruling.given.kind !== 'declared' && creditOf(ruling.by).how === 'borrowed') borrowedElsewhere += 1;
      // Its time is the time of the run.
      if (atMs > stage.nowMs) stage.pass(atMs - stage.nowMs);
    }
  }

  function recordedStep(by: AnsweredBy): Step | null {
    return 'from' in by && by.from !== null ? (ledger.index().steps[by.from] ?? null) : null;
  }

  function creditOf(by: AnsweredBy): AnsweredBy {
    return credited(by, recordedStep(by), ledger.index());
  }

  /** What the agent gets; a recorded error is thrown. */
  async function answer(
    call: LiveCall,
    question: Question,
    ruling: Extract<Ruling, { readonly kind: 'answer' }>,
    ordinal: number,
  ): Promise<unknown> {
    const step = recordedStep(ruling.by);
    const isReplaced = options.whatIf !== null && ruling.by.how === 'exact' && step?.index === options.whatIf.step;
    const by: AnsweredBy = isReplaced ? { how: 'declared', from: options.whatIf.step } : creditOf(ruling.by);
    const given = isReplaced ? options.whatIf.given : ruling.given;
    enter(call, by);
    let instead = given;
    if (by.how === 'borrowed' && given.kind !== 'declared') {
      const { kind, name: tool } = call;
      const lent: BorrowedAnswer = {
        step: call.step,
        kind,
        tool,
        input: question.input,
        by,
        outcome: messageAnswer(given),
        lentInput: by.by === 'inside' ? undefined : lentInputOf(step),
      };
      instead = options.substitute?.(ordinal, lent) ?? given;
      borrowed.push(lent);
      note({ kind: 'borrowed', answer: lent });
    }
    const cut = cutOf(call, instead);
    if (instead.kind === 'interrupted') openForGood(call);
    // A body that runs does so in real time.
    const isPaced = call.parent === null;
    if (isPaced && instead.kind !== 'interrupted') await dueOf(step);
    return deliver(cut?.outcome ?? instead, () => refusalsOf(call, question), isPaced ? paceOf(step) : atOnce, call.form, cut?.cutBy);
  }

  function cutOf({ step }: LiveCall, given: Given): CutElsewhere | null {
    if (options.rechunk === null || given.kind !== 'streamed') return null;
    const cut = cutElsewhere(given, options.rechunk, step);
    rechunked.push(cut.receipt);
    return cut;
  }

  function openForGood({ step, name }: LiveCall): void {
    open.addForGood(step, name);
    // That may be all that the agent waits for.
    stage.wake();
  }

  async function execute(call: LiveCall, next: (call: LiveCall) => Promise<unknown>): Promise<unknown> {
    enter(call, { how: 'live' });
    bodiesRun += 1;
    open.add(call.step, call.name);
    const release = stage.hold();
    try {
      return await next(call);
    } finally {
      open.delete(call.step);
      release();
    }
  }

  function enter({ step }: LiveCall, by: AnsweredBy): void {
    entries[step] = { step, ...by };
    note({ kind: 'answered', step, by });
  }

  function overBudget(call: LiveCall): Promise<never> {
    enter(call, { how: 'refused' });
    const reused = mostReused(entries, ledger.index().steps);
    latch({ kind: 'inconclusive', reason: 'over-budget', maxCalls: options.maxCalls, ...(reused && { reused }) });
    beyondBudget += 1;
    if (beyondBudget === 1) return Promise.reject(refusal(new OverBudgetError(options.maxCalls)));
    // An agent that asks again whatever it hears would never let a timer fire, ours included: so it hears nothing more.
    openForGood(call);
    return new Promise(() => {});
  }

  function diverge(call: LiveCall, question: Question, why: Divergence['why'], more: Pick<Divergence, 'notRun' | 'unmet'> = {}): Error {
    const { step, kind, name } = call;
    // Only the first one is reported, so only for it is the nearest step worth the search.
    if (stop === null) {
      const divergence: Divergence = {
        step,
        kind,
        name,
        input: question.input,
        effect: table.isEffect(kind, name),
        why,
        nearest: nearestStep(question, ledger),
        unknownSecret: options.unknownSecretIn(question),
        ...(isAfterEffect(call) && { isAfterEffect: true as const }),
        ...(kind === 'tool' && options.hasModels && { hasModels: true as const }),
        ...more,
      };
      latch({ kind: 'inconclusive', reason: 'diverged', divergence });
    }
    return refusal(new DivergenceError(kind, name, why));
  }

  /** What is no call of the agent. */
  function goneOut(what: Pick<Divergence, 'name' | 'why' | 'stack' | 'unmet'>): void {
    const divergence: Divergence = {
      step: lastStarted,
      kind: 'tool',
      input: null,
      effect: false,
      nearest: null,
      unknownSecret: null,
      ...what,
    };
    latch({ kind: 'inconclusive', reason: 'diverged', divergence });
  }

  function refusalsOf(call: LiveCall, question: Question): Refusals {
    return {
      opaque({ path, type }) {
        const { step, kind, name } = call;
        const what = kind === 'model' ? kind : table.isEffect(kind, name) ? 'effect' : null;
        latch({ kind: 'inconclusive', reason: 'opaque', step, name, ...(what && { call: what }), path, type });
        return refusal(new OpaqueAnswerError(call.kind, call.name, type, path));
      },
      streamCut: () => diverge(call, question, 'stream-cut'),
      streamStuck: () => openForGood(call),
      invalid: failed,
    };
  }

  function failed(error: unknown): unknown {
    fault ??= error;
    options.onStop();
    return error;
  }

  function latch(verdict: Inconclusive): void {
    if (stop !== null) return;
    stop = { verdict, until: lastStarted };
    note({ kind: 'stopped', verdict, until: lastStarted });
    options.onStop();
  }
}
