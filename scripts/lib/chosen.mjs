import { parseArgs } from 'node:util';
import { SetupError } from './step.mjs';

/**
 * What a script was asked for by flags that can be repeated.
 *
 * @param {Record<string, readonly string[]>} known values of each flag
 * @param {Record<string, readonly string[]>} usual values of a flag that is not given; left out: all that it knows
 * @throws {SetupError}
 */
export function chosen(known, usual = known, args = process.argv.slice(2)) {
  const values = valuesOf(Object.keys(known), args);
  return Object.fromEntries(
    Object.entries(known).map(([flag, all]) => {
      const wrong = values[flag]?.find((name) => !all.includes(name));
      if (wrong !== undefined) throw new SetupError(`--${flag} ${wrong} is not known.\nNext: one of ${all.join(', ')}.`);
      return [flag, values[flag] ?? usual[flag] ?? all];
    }),
  );
}

function valuesOf(flags, args) {
  try {
    return parseArgs({ args, options: Object.fromEntries(flags.map((flag) => [flag, { type: 'string', multiple: true }])) }).values;
  } catch (error) {
    // Of a flag that is not there, or has no value.
    throw new SetupError(`${error.message}\nNext: give ${flags.map((flag) => `--${flag} <name>`).join(' or ')}, or nothing.`);
  }
}
