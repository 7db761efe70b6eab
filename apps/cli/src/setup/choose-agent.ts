import { UsageError } from '../errors/usage-error.ts';

/** Puts a question to a person, and gives the answer as it was typed. */
export type Ask = (question: string) => Promise<string>;

/**
 * The agent that is meant: the only one that was found, else the one that a person names; `null`: a program, which needs none.
 *
 * @param ask `null`: nobody is there to ask
 * @throws UsageError where several were found and nobody says which
 */
export async function chooseAgent(found: readonly string[], ask: Ask | null): Promise<string | null> {
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (ask === null) {
    if (only === undefined) return null;
    throw new UsageError('Several functions may be the agent.', `Give --agent with one of ${found.join(', ')}.`);
  }
  const answer = (await ask(question(found))).trim();
  if (answer === '') return only ?? null;
  return found[Number(answer) - 1] ?? answer;
}

function question(found: readonly string[]): string {
  if (found.length === 0) return 'Which function is the agent (./src/agent.ts#runAgent; empty for a program)? ';
  return `${found.map((ref, at) => `  ${at + 1}  ${ref}`).join('\n')}\nWhich one is the agent (1)? `;
}
