import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../errors/usage-error.ts';
import { placeOfScript } from './place-of-script.ts';

/**
 * The command with another script in the place of its own: `node agent.mjs 8841` with `fixed.mjs` is `node fixed.mjs 8841`.
 *
 * @throws UsageError if the command names no script, or there is no such file
 */
export function commandWithScript(command: readonly string[], script: string): readonly string[] {
  const place = placeOfScript(command);
  if (place === -1)
    throw new UsageError(
      `--fixed names another script, and the command ${command.join(' ')} names none.`,
      'Start the script itself behind --: -- node agent.mjs.',
    );
  if (!existsSync(resolve(script)) || !statSync(resolve(script)).isFile())
    throw new UsageError(`--fixed: there is no file ${script}.`, 'Of a program it is the corrected script, as in --fixed ./fixed.mjs.');
  return command.with(place, script);
}
