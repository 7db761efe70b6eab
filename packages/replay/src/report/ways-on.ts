import type { Divergence } from '../judging/divergence.ts';
import type { Verdict } from '../judging/verdict.ts';
import { isSink } from '../policies/is-sink.ts';
import type { PolicyRules } from '../test-case.ts';
import { shell } from './shell.ts';

/** Where the verdict came from, so that a command can be typed as it stands. */
export interface CommandContext {
  /** Path of the trace or case file, as one would type it; `null`: unknown. */
  readonly file: string | null;
  /** AgentRef; `null`: unknown. */
  readonly agent: string | null;
  /** The rules under which it was replayed, as flags; see `ruleFlags`. */
  readonly flags?: readonly string[];
  /** The policies of the config or the case file: a sink of theirs is an effect, whatever a flag makes of it for one replay. */
  readonly configured?: PolicyRules;
  /** The command line of a program that was replayed, in the place of an agent. */
  readonly program?: readonly string[];
  /** While a fork is made: what was named to run for real. Every way then goes on making it. */
  readonly live?: readonly string[];
}

type Command = (...flags: readonly string[]) => string;

/**
 * What the reader can do about an inconclusive verdict, or one that rests on an answer given again: one way a line, commands ready to type. Only
 * ways that exist; none where nothing is open.
 */
export function waysOn(verdict: Verdict, context: CommandContext): readonly string[] {
  const [file, agent] = [shell(context.file ?? '<trace>'), shell(context.agent ?? '<agent>')];
  const program = context.program === undefined ? null : context.program.map(shell).join(' ');
  const recordAnew =
    program === null
      ? `stepfork record --agent ${agent} --input <input.json> --output <new.sftrace>`
      : `stepfork record --output <new.sftrace> -- ${program}`;
  const attach = [
    program === null
      ? `stepfork record --as-of ${file} --agent ${agent} --output fixed.sftrace`
      : `stepfork record --output fixed.sftrace -- ${program}`,
    `stepfork fork ${file} --from fixed.sftrace`,
  ];
  const old = [...(context.flags ?? []), ...(context.live ?? []).map((one) => `--live ${shell(one)}`)];
  const commandOf =
    (name: string): Command =>
    (...flags) =>
      [
        `stepfork ${name} ${file}${program === null ? ` --agent ${agent}` : ''}`,
        ...withoutOld(old, flags),
        ...flags,
        ...(program === null ? [] : [`-- ${program}`]),
      ].join(' ');
  const isEffect = (name: string): boolean => isSink(context.configured ?? {}, name);
  const command = commandOf(context.live === undefined ? 'replay' : 'fork');
  const ifOtherwise = (name: string): string =>
    `if ${name} would have answered otherwise, record the corrected code where its effects are allowed, and add that run: ${attach.join(' && ')}`;
  if (verdict.kind !== 'inconclusive') {
    const names = [...new Set((verdict.givenAgain ?? []).map(({ name }) => name))];
    return names.length === 0 ? [] : [ifOtherwise(names.join(' or '))];
  }
  switch (verdict.reason) {
    case 'diverged':
      return afterDivergence(asEffect(verdict.divergence, isEffect), command, commandOf('fork'), attach);
    case 'borrowed': {
      const tools = [...new Set(verdict.hanging.flatMap(({ tool, inside }) => (inside === undefined ? [tool] : [])))];
      const bodies = verdict.hanging.flatMap(({ tool, inside }) =>
        inside === undefined ? [] : [`${inside}:${tool}`.replace(/^tool:/, '')],
      );
      const ran = [...new Set(bodies)];
      // What the body made of it is asked for anew where the body runs.
      if (ran.length > 0) {
        const rules = ran.map((name) => `--policy ${shell(`${name}=live`)}`);
        return [`if ${ran.join(' and ')} may run here, so that the claim can speak of the calls inside: ${command(...rules)}`];
      }
      return [
        `declare what ${tools.join(' and ')} would have answered: ${command(...tools.map((tool) => `--answer ${shell(`${tool}=${tool}.json`)}`))}`,
        `or claim the call in full, with every argument that is new: { "tool": ${JSON.stringify(tools[0])}, "with": { … } }`,
      ];
    }
    case 'opaque':
      if (verdict.isSecret) return [`where the redaction key of the project is: ${command()}`, 'or claim nothing of that field'];
      if (verdict.step === null) return [`give the agent an input that can be recorded (plain data), and record again: ${recordAnew}`];
      return [
        verdict.call === 'effect' || (verdict.call !== 'model' && isEffect(verdict.name))
          ? `declare what ${verdict.name} answers: ${command(`--answer ${shell(`${verdict.name}=${verdict.name}.json`)}`)}`
          : `if ${verdict.name} may run here: ${command(`--policy ${shell(`${verdict.call === 'model' ? 'model:' : ''}${verdict.name}=live`)}`)}`,
        `or let ${verdict.name} answer plain data and record again: ${recordAnew}`,
      ];
    case 'timed-out':
      return [
        `give the run more time, if it needs it: ${command(`--timeout ${10 * verdict.timeoutMs}`)}`,
        `or record again a run that ends: ${recordAnew}`,
      ];
    case 'over-budget':
      return [
        `if so many calls are right: ${command(`--max-calls ${10 * verdict.maxCalls}`)}`,
        ...(verdict.reused === undefined ? [] : [ifOtherwise(verdict.reused.name)]),
      ];
    case 'not-deterministic':
      return ['keep no state in the modules of the agent between two runs'];
  }
}

function asEffect(divergence: Divergence, isEffect: (name: string) => boolean): Divergence {
  return divergence.kind === 'tool' && isEffect(divergence.name) ? { ...divergence, effect: true } : divergence;
}

function afterDivergence(
  { kind, name, why, nearest, effect, isAfterEffect, hasModels, notRun, unmet }: Divergence,
  command: Command,
  fork: Command,
  attach: readonly string[],
): readonly string[] {
  if (why === 'socket') {
    return [
      "if it is HTTP: send it by fetch, import '@stepfork/http/register' before its client is made, and record again",
      `or do it in the body of a tool that may run here: tool('<name>', …) and ${command('--policy <name>=live')}`,
    ];
  }
  if (why === 'other-process') return ['let the program itself ask, and no process that it starts'];
  if (unmet !== undefined) {
    return [
      `replay it by the command, which meets ${unmet.packages.join(' and ')}: ${command()}`,
      "or in a test: import '@stepfork/register' first, in Vitest in the pool forks or threads, in Jest without --esm; a bundle must leave the SDK out",
      ...(why === 'unmet-server' ? ['or wrap its client with wrapClient() of @stepfork/mcp, and record again'] : []),
      ...(unmet.tools.length > 0 ? bodiesOf(unmet.tools, command) : []),
    ];
  }
  if (why === 'only-observed') {
    return [
      `if its body may run here: ${command(`--policy ${shell(`${name}=live`)}`)}`,
      `or keep the SDK out of the bundle, or wrap ${name} with tool(), and record again`,
    ];
  }
  if (kind === 'tool' && why === 'hidden-calls') {
    return effect
      ? [`claim the call of ${name} itself, not those inside it`]
      : [
          `let its body run, and answer the calls inside it: ${command(`--policy ${shell(`${name}=live`)}`)}`,
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
  if (kind === 'tool' && isAskedAnew) ways.push(`if ${name} is a side effect: ${command(`--policy ${shell(`${name}=sink`)}`)}`);
  if (kind === 'tool' && !effect && why !== 'stream-cut') {
    ways.push(`if it computes its answer without the world: ${command(`--policy ${shell(`${name}=live`)}`)}`);
  }
  if (why === 'other-effects-before') ways.push(`if no effect changes what ${name} reads: ${command(stable)}`);
  if (why === 'other-input' && path !== undefined && path !== '') {
    ways.push(`if the field says nothing: ${command(`--ignore ${shell(`${kind}:${name} ${path}`)}`)}`);
  }
  if (!effect && notRun?.because !== 'pseudonym') {
    // What it would hear now, it would not hear after the effect, unless that changes nothing of it.
    ways.push(
      isAfterEffect
        ? `if no effect changes what ${name} reads, record what it answers now${then}: ${fork(stable, ...live)}`
        : `record what it answers now${then}, the rest from the recording: ${fork(...live)}`,
    );
  }
  return [...ways, `record the corrected code where its effects are allowed, and add that run: ${attach.join(' && ')}`];
}

function bodiesOf(tools: readonly string[], command: Command): readonly string[] {
  return [
    `or wrap ${tools.join(', ')} with tool(), and record again`,
    `or, if their bodies may run here: ${command(...tools.map((tool) => `--policy ${shell(`${tool}=live`)}`))}`,
  ];
}

/** A rule that is given anew must not be given twice. */
function withoutOld(old: readonly string[], anew: readonly string[]): readonly string[] {
  const subjects = new Set(anew.map(subjectOf));
  return old.filter((flag) => !subjects.has(subjectOf(flag)));
}

/** `--policy refund`, `--timeout`; a flag that can be repeated for one name is its own subject. */
function subjectOf(flag: string): string {
  return /^--policy '?[^=]*/.exec(flag)?.[0] ?? /^--(?:timeout|max-calls)/.exec(flag)?.[0] ?? flag;
}
