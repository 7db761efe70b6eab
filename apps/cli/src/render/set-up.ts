import type { SetUp } from '../setup/set-up.ts';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';
import { shortPath } from './short-path.ts';
import { table } from './table.ts';

export function renderSetUp({ agent, isAgentConfigured, to, packageManager, sdks, files }: SetUp, style: Style): string {
  return table([
    ['agent', agent ?? (isAgentConfigured ? 'as the config says' : 'none: programs are recorded by their command')],
    [
      'SDKs',
      sdks.length === 0 ? 'none that Stepfork knows' : sdks.map(({ sdk, version }) => `${sdk.name} ${printable(version)}`).join(', '),
    ],
    ['tests', to],
    ['installs with', packageManager],
    ...files.map(({ path, state }) => [shortPath(path), state === 'there already' ? style.dim(state) : style.green(state)]),
  ]);
}
