// Agents of which each says in a file that it has run: what is refused before any run leaves that file alone.
import { appendFileSync } from 'node:fs';
import { tool } from '@stepfork/interceptor';

const lookUp = tool('look_up', async ({ id }) => ({ id, cents: 4999 }));

const agentThat = (ends) => async () => {
  if (process.env.RUNS_FILE !== undefined) appendFileSync(process.env.RUNS_FILE, 'run\n');
  return ends(await lookUp({ id: 1 }));
};

export const crashes = agentThat(({ cents }) => {
  throw new RangeError(`${cents} is too much`);
});
export const returns = agentThat(({ cents }) => ({ cents }));
/** Asks what nobody has recorded. */
export const asksMore = agentThat(() => lookUp({ id: 2 }));
