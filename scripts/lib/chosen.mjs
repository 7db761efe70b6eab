import { parseArgs } from 'node:util';
import { SetupError } from './step.mjs';

/**
 * What a script was asked for by flags that can be repeated; all that a flag knows where it is not given.
 *
 * @param {Record<string, readonly string[]>} known values of each flag
 * @throws {SetupError}
 */
export function chosen(known) {
  const options = Object.fromEntries(Object.keys(known).map((flag) => [flag, { type: 'string', multiple: true }]));
  const { values } = parseArgs({ options });
  return Object.fromEntries(
    Object.entries(known).map(([flag, all]) => {
      const wrong = values[flag]?.find((name) => !all.includes(name));
      if (wrong !== undefined) throw new SetupError(`--${flag} ${wrong} is not known.\nNext: one of ${all.join(', ')}.`);
      return [flag, values[flag] ?? all];
    }),
  );
}
