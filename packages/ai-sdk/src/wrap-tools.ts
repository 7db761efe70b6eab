import { StepforkError } from '@stepfork/trace';
import { withExecute } from './with-execute.ts';
import { isExecutable, originalOf, wrapExecute } from './wrapped-execute.ts';

export interface WrapToolsOptions<Name extends string = string> {
  /** Tools that change the world: no replay ever runs their bodies. */
  readonly effects?: readonly Name[];
  /** Reads that no effect of this agent changes. */
  readonly stable?: readonly Name[];
}

/**
 * The tools, with the calls of their `execute` recorded under the names that they have here. The input of the tool is the question; the id of
 * the call, the messages and the rest of the options are not. Tools without `execute` stay what they are: the SDK does not run them.
 *
 * @throws StepforkError if the options speak of a tool that is not there or that has no `execute`.
 */
export function wrapTools<T extends Readonly<Record<string, object>>>(tools: T, options: WrapToolsOptions<keyof T & string> = {}): T {
  const { effects = [], stable = [] } = options;
  for (const name of [...effects, ...stable]) refuseUnknown(name, tools);
  const wrapped = Object.entries(tools).map(([name, each]) => {
    if (!isExecutable(each)) return [name, each];
    // Wrapped again it stays the effect or the stable read that it was.
    const before = originalOf(each.execute)?.declared;
    const was = before === 'hooked' ? undefined : before;
    const effect = was?.effect === true || effects.includes(name);
    const declared = { effect, stable: stable.includes(name) || (was?.stable === true && !effect) };
    return [name, withExecute(each, wrapExecute(name, each, declared))];
  });
  return Object.fromEntries(wrapped) as T;
}

function refuseUnknown(name: string, tools: Readonly<Record<string, object>>): void {
  const each = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (isExecutable(each)) return;
  const why = each === undefined ? 'there is no tool of that name' : 'it has no `execute`, so the SDK does not run it';
  throw new StepforkError('STEPFORK_BOUNDARY', `The tool ${name} cannot be declared an effect or stable: ${why}.`, {
    hint: `Name one of these: ${
      Object.keys(tools)
        .filter((key) => isExecutable(tools[key]))
        .join(', ') || '(none)'
    }.`,
  });
}
