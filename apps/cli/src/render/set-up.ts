import type { SetUp } from '../setup/set-up.ts';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';
import { shortPath } from './short-path.ts';
import { table } from './table.ts';

export function renderSetUp({ agent, mayBe, isAgentConfigured, to, packageManager, sdks, files }: SetUp, style: Style): string {
  return table([
    ['agent', agent ?? (isAgentConfigured ? 'as the config says' : none(mayBe))],
    [
      'SDKs',
      sdks.length === 0 ? 'none that Stepfork knows' : sdks.map(({ sdk, version }) => `${sdk.name} ${printable(version)}`).join(', '),
    ],
    ['tests', to],
    ['installs with', packageManager],
    ...files.map(({ path, state }) => [shortPath(path), state === 'there already' ? style.dim(state) : style.green(state)]),
  ]);
}

/** A function that is not called an agent has to be named. */
function none([first = './src/agent.ts#runAgent', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : `, or one of ${others.length} more`;
  return `none: programs are recorded by their command; a function is named: stepfork init --force --agent ${first}${more}`;
}
