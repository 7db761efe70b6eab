import type { Hook } from '@oclif/core/hooks';
import { nearest } from '../nearest.ts';
import { UsageError } from '../usage-error.ts';

/** Names the command that was probably meant. oclif rethrows what this hook throws. */
const commandNotFound: Hook<'command_not_found'> = async ({ id, config }) => {
  const known = config.commands.filter((command) => !command.hidden).map((command) => command.id.replaceAll(':', ' '));
  const asked = id.replaceAll(':', ' ');
  const near = nearest(asked, known);
  throw new UsageError(
    `There is no command "${asked}".`,
    `${near === null ? '' : `Did you mean \`stepfork ${near}\`? `}Commands: ${known.sort().join(', ')}.`,
  );
};
export default commandNotFound;
