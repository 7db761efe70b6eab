import type { Divergence } from './divergence.ts';
import type { Inconclusive } from './verdict.ts';

/** Where the verdict came from, so that a command can be typed as it stands. */
export interface CommandContext {
  /** Path of the trace or case file, as one would type it; `null`: unknown. */
  readonly file: string | null;
  /** AgentRef; `null`: unknown. */
  readonly agent: string | null;
}

/** What the reader can do about an inconclusive verdict: one way a line, commands ready to type. Only ways that exist. */
export function waysOn(verdict: Inconclusive, context: CommandContext): readonly string[] {
  const recordAnew = `stepfork record --agent ${shell(context.agent ?? '<agent>')} --input <input.json> --output <new.sftrace>`;
  const command = (...flags: readonly string[]): string =>
    ['stepfork replay', shell(context.file ?? '<trace>'), '--agent', shell(context.agent ?? '<agent>'), ...flags].join(' ');
  switch (verdict.reason) {
    case 'diverged':
      return afterDivergence(verdict.divergence, command, recordAnew);
    case 'borrowed': {
      const tools = [...new Set(verdict.hanging.map(({ tool }) => tool))];
      return [
        `declare what ${tools.join(' and ')} would have answered: ${command(...tools.map((tool) => `--answer ${shell(`${tool}=${tool}.json`)}`))}`,
        `or claim the call in full, with every argument that is new: { "tool": ${JSON.stringify(tools[0])}, "with": { … } }`,
      ];
    }
    case 'opaque':
      if (verdict.step === null) return [`give the agent an input that can be recorded (plain data), and record again: ${recordAnew}`];
      return [
        verdict.call === 'effect'
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
      return [`if so many calls are right: ${command(`--max-calls ${10 * verdict.maxCalls}`)}`];
    case 'not-deterministic':
      return ['keep no state in the modules of the agent between two runs'];
  }
}

function afterDivergence(
  { kind, name, why, nearest, effect }: Divergence,
  command: (...flags: readonly string[]) => string,
  recordAnew: string,
): readonly string[] {
  const isAskedAnew = why === 'never-recorded' || why === 'other-input';
  const path = nearest?.differences.length === 1 ? nearest.differences[0]?.path : undefined;
  const ways: string[] = [];
  if (kind === 'tool' && isAskedAnew) ways.push(`if ${name} is a side effect: ${command(`--policy ${shell(`${name}=sink`)}`)}`);
  if (kind === 'tool' && why === 'hidden-calls') {
    return effect
      ? [`claim the call of ${name} itself, not those inside it`]
      : [
          `let its body run, and answer the calls inside it: ${command(`--policy ${shell(`${name}=live`)}`)}`,
          `or claim the call of ${name} itself`,
        ];
  }
  if (kind === 'tool' && !effect && why !== 'stream-cut') {
    ways.push(`if it computes its answer without the world: ${command(`--policy ${shell(`${name}=live`)}`)}`);
  }
  if (why === 'other-effects-before') ways.push(`if no effect changes what ${name} reads: ${command(`--stable ${shell(name)}`)}`);
  if (why === 'other-input' && path !== undefined && path !== '') {
    ways.push(`if the field says nothing: ${command(`--ignore ${shell(`${kind}:${name} ${path}`)}`)}`);
  }
  return [...ways, `or record the run anew, with the code as it is now: ${recordAnew}`];
}

function shell(word: string): string {
  return /^[\w./:=#@%+,-]+$/.test(word) || /^<\w+>$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
