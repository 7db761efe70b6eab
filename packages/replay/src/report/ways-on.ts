import type { Divergence } from '../judging/divergence.ts';
import type { Hanging, Inconclusive, Verdict } from '../judging/verdict.ts';
import { isSink } from '../policies/is-sink.ts';
import { type Command, type CommandContext, type Commands, commandsOf } from './commands-of.ts';
import { shell } from './shell.ts';

/**
 * What the reader can do about an inconclusive verdict, or one that rests on an answer given again: one way a line, commands ready to type. Only
 * ways that exist; none where nothing is open.
 */
export function waysOn(verdict: Verdict, context: CommandContext): readonly string[] {
  const commands = commandsOf(context);
  const { again, recordAnew, attach } = commands;
  const isEffect = (name: string): boolean => isSink(context.configured ?? {}, name);
  const ifOtherwise = (name: string): string =>
    `if ${name} would have answered otherwise, record the corrected code where its effects are allowed, and add that run: ${attach}`;
  if (verdict.kind !== 'inconclusive') {
    const names = [...new Set((verdict.givenAgain ?? []).map(({ name }) => name))];
    return names.length === 0 ? [] : [ifOtherwise(names.join(' or '))];
  }
  switch (verdict.reason) {
    case 'diverged':
      return afterDivergence(asEffect(verdict.divergence, isEffect), commands);
    case 'borrowed':
      return afterBorrowed(verdict.hanging, again);
    case 'opaque':
      return afterOpaque(verdict, isEffect, commands);
    case 'timed-out':
      return [
        `give the run more time, if it needs it: ${again(`--timeout ${10 * verdict.timeoutMs}`)}`,
        `or record again a run that ends: ${recordAnew}`,
      ];
    case 'over-budget':
      return [
        `if so many calls are right: ${again(`--max-calls ${10 * verdict.maxCalls}`)}`,
        ...(verdict.reused === undefined ? [] : [ifOtherwise(verdict.reused.name)]),
      ];
    case 'not-deterministic':
      return ['keep no state from one run of the agent to the next: in its modules, in a file, in a database'];
  }
}

function asEffect(divergence: Divergence, isEffect: (name: string) => boolean): Divergence {
  return divergence.kind === 'tool' && isEffect(divergence.name) ? { ...divergence, effect: true } : divergence;
}

function afterDivergence(
  { kind, name, why, nearest, effect, isAfterEffect, isInSeries, hasModels, notRun, unmet }: Divergence,
  { again, fork, attach }: Commands,
): readonly string[] {
  if (why === 'socket') {
    return [
      "if it is HTTP: send it by fetch, import '@stepfork/http/register' before its client is made, and record again",
      `or do it in the body of a tool that may run here: tool('<name>', …) and ${again('--policy <name>=live')}`,
    ];
  }
  if (why === 'other-process') return ['let the program itself ask, and no process that it starts'];
  if (unmet !== undefined) {
    return [
      `replay it by the command, which meets ${unmet.packages.join(' and ')}: ${again()}`,
      "or in a test: import '@stepfork/register' first, in Vitest in the pool forks or threads, in Jest without --esm; a bundle must leave the SDK out",
      ...(why === 'unmet-server' ? ['or wrap its client with wrapClient() of @stepfork/mcp, and record again'] : []),
      ...(unmet.tools.length > 0 ? bodiesOf(unmet.tools, again) : []),
    ];
  }
  if (why === 'only-observed') {
    return [
      `if its body may run here: ${again(`--policy ${shell(`${name}=live`)}`)}`,
      `or keep the SDK out of the bundle, or wrap ${name} with tool(), and record again`,
    ];
  }
  if (kind === 'tool' && why === 'hidden-calls') {
    return effect
      ? [`claim the call of ${name} itself, not those inside it`]
      : [
          `let its body run, and answer the calls inside it: ${again(`--policy ${shell(`${name}=live`)}`)}`,
          `or claim the call of ${name} itself`,
        ];
  }
  const isAskedAnew = why === 'never-recorded' || why === 'other-input';
  const path = nearest?.differences.length === 1 ? nearest.differences[0]?.path : undefined;
  const ways: string[] = [];
  const stable = `--stable ${shell(name)}`;
  const models = `--live ${shell('model:*')}`;
  const live = [...(kind === 'tool' ? [`--live ${shell(name)}`] : []), ...(kind === 'model' || hasModels ? [models] : [])];
  const then = kind === 'tool' && hasModels ? ', and what models then say' : '';
  if (kind === 'tool' && isAskedAnew) ways.push(`if ${name} is a side effect: ${again(`--policy ${shell(`${name}=sink`)}`)}`);
  if (kind === 'tool' && !effect && why !== 'stream-cut') {
    ways.push(`if it computes its answer without the world: ${again(`--policy ${shell(`${name}=live`)}`)}`);
  }
  if (why === 'other-effects-before') ways.push(`if no effect changes what ${name} reads: ${again(stable)}`);
  if (why === 'other-input' && path !== undefined && path !== '') {
    ways.push(`if the field says nothing: ${again(`--ignore ${shell(`${kind}:${name} ${path}`)}`)}`);
  }
  if (!effect && notRun?.because !== 'pseudonym' && isInSeries !== true) {
    // What it would hear now, it would not hear after the effect, unless that changes nothing of it.
    ways.push(
      isAfterEffect
        ? `if no effect changes what ${name} reads, record what it answers now${then}: ${fork(stable, ...live)}`
        : `record what it answers now${then}, the rest from the recording: ${fork(...live)}`,
    );
  }
  return [...ways, `record the corrected code where its effects are allowed, and add that run: ${attach}`];
}

function bodiesOf(tools: readonly string[], again: Command): readonly string[] {
  return [
    `or wrap ${tools.join(', ')} with tool(), and record again`,
    `or, if their bodies may run here: ${again(...tools.map((tool) => `--policy ${shell(`${tool}=live`)}`))}`,
  ];
}

function afterBorrowed(hanging: readonly Hanging[], again: Command): readonly string[] {
  const tools = [...new Set(hanging.flatMap(({ tool, inside }) => (inside === undefined ? [tool] : [])))];
  const bodies = hanging.flatMap(({ tool, inside }) => (inside === undefined ? [] : [`${inside}:${tool}`.replace(/^tool:/, '')]));
  const ran = [...new Set(bodies)];
  // What the body made of it is asked for anew where the body runs.
  if (ran.length > 0) {
    const rules = ran.map((name) => `--policy ${shell(`${name}=live`)}`);
    return [`if ${ran.join(' and ')} may run here, so that the claim can speak of the calls inside: ${again(...rules)}`];
  }
  return [
    `declare what ${tools.join(' and ')} would have answered: ${again(...tools.map((tool) => `--answer ${shell(`${tool}=${tool}.json`)}`))}`,
    `or claim the call in full, with every argument that is new: { "tool": ${JSON.stringify(tools[0])}, "with": { … } }`,
  ];
}

function afterOpaque(
  verdict: Extract<Inconclusive, { readonly reason: 'opaque' }>,
  isEffect: (name: string) => boolean,
  { again, recordAnew }: Commands,
): readonly string[] {
  if (verdict.isSecret) return [`where the redaction key of the project is: ${again()}`, 'or claim nothing of that field'];
  if (verdict.step === null) return [`give the agent an input that can be recorded (plain data), and record again: ${recordAnew}`];
  return [
    verdict.call === 'effect' || (verdict.call !== 'model' && isEffect(verdict.name))
      ? `declare what ${verdict.name} answers: ${again(`--answer ${shell(`${verdict.name}=${verdict.name}.json`)}`)}`
      : `if ${verdict.name} may run here: ${again(`--policy ${shell(`${verdict.call === 'model' ? 'model:' : ''}${verdict.name}=live`)}`)}`,
    `or let ${verdict.name} answer plain data and record again: ${recordAnew}`,
  ];
}
