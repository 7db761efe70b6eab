import type { Redactor, Trace } from '@stepfork/trace';
import { environment } from '../ambient/ambient-defaults.ts';
import { recordedCredentials } from './recorded-credentials.ts';

/** What replays have put over one variable, the newest last. */
interface Given {
  readonly before: string | undefined;
  readonly values: { readonly value: string }[];
}

const given = new Map<string, Given>();

/**
 * Puts the credentials of the environment that a recorded run used back for the time of a replay, as their pseudonyms: where a variable is
 * missing, as in CI, the agent reads what it read in the recording. One whose value has that very pseudonym stays, so that a live tool can go on
 * working with it. The returned function takes them back; where replays overlap, the last one to end does.
 */
export function giveBackEnvironment(
  recording: Trace,
  redactor: Redactor | null,
  env: Record<string, string | undefined> = environment(),
): () => void {
  const taken = [...recordedCredentials(recording)].flatMap(([name, value]) => {
    const present = env[name];
    if (present !== undefined && (present === value || redactor?.field(name, present) === value))
      return given.has(name) ? [put(env, name, value)] : [];
    return [put(env, name, value)];
  });
  return () => {
    for (const take of taken.splice(0)) take();
  };
}

function put(env: Record<string, string | undefined>, name: string, value: string): () => void {
  const over = given.get(name) ?? { before: env[name], values: [] };
  const mine = { value };
  given.set(name, over);
  over.values.push(mine);
  env[name] = value;
  return () => {
    over.values.splice(over.values.indexOf(mine), 1);
    const last = over.values.at(-1);
    if (last !== undefined) {
      env[name] = last.value;
      return;
    }
    given.delete(name);
    // To assign `undefined` would set the text "undefined".
    if (over.before === undefined) delete env[name];
    else env[name] = over.before;
  };
}
