import type { Hook } from '@oclif/core/hooks';
import { nearest } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';

/** Names the command that was probably meant. oclif rethrows what this hook throws. */
const commandNotFound: Hook<'command_not_found'> = async ({ id, config }) => {
  const known = config.commands.filter((command) => !command.hidden).map((command) => command.id.replaceAll(':', ' '));
  const asked = id.replaceAll(':', ' ');
  // Of a command that takes no argument, oclif takes the argument for a part of its name.
  const called = known.find((name) => asked.startsWith(`${name} `));
  if (called !== undefined)
    throw new UsageError(
      `stepfork ${called} takes no argument, and "${asked.slice(called.length + 1)}" was given.`,
      `See \`stepfork ${called} --help\`.`,
    );
  const near = nearest(asked, known);
  throw new UsageError(
    `There is no command "${asked}".`,
    `${near === null ? '' : `Did you mean \`stepfork ${near}\`? `}Commands: ${known.sort().join(', ')}.`,
  );
};
export default commandNotFound;
