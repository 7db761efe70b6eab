import { currentRun } from '@stepfork/interceptor';
import { folderVariable, type Order } from './order.ts';
import { preloadOption } from './preload-option.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** By which a process learns which one it is. */
export const nameVariable = 'STEPFORK_PROCESS';

/** All that is looked at. */
export const environmentKeys = [nameVariable, folderVariable, 'NODE_OPTIONS', 'STEPFORK_HOOKS'] as const;

export interface OfProgram {
  readonly folder: string;
  readonly mode: Order['mode'];
}

/**
 * The environment of a process that this one starts, with its name. Where the program has made one by hand, which would leave us out, we are put in. Not for what
 * the body of a call starts, such as the server of MCP: what that does is the call.
 */
export function childEnvironment(env: Environment, name: string, { folder, mode }: OfProgram): Environment {
  const given = env[folderVariable];
  const isOfProgram = (currentRun()?.inside ?? null) === null && env.STEPFORK_HOOKS !== 'off';
  if (given === undefined && !isOfProgram) return env;
  const named = { ...env, [nameVariable]: name };
  // Another command of ours has other orders.
  if (!isOfProgram || (given !== undefined && given !== folder)) return named;
  const { NODE_OPTIONS = '' } = env;
  const option = preloadOption[mode];
  return {
    ...named,
    [folderVariable]: folder,
    NODE_OPTIONS: NODE_OPTIONS.includes(option) ? NODE_OPTIONS : `${NODE_OPTIONS} ${option}`.trim(),
  };
}
