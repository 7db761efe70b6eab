import { UsageError } from '../errors/usage-error.ts';
import type { FoundFunctions } from './find-agents.ts';

/** Puts a question to a person, and gives the answer as it was typed. */
export type Ask = (question: string) => Promise<string>;

// More than anybody reads.
const mostOffered = 9;

/**
 * The agent that is meant: the only one that was found, else the one that a person names; `null`: a program, which needs none.
 *
 * @param ask `null`: nobody is there to ask
 * @throws UsageError where several were found and nobody says which
 */
export async function chooseAgent({ agents, others }: FoundFunctions, ask: Ask | null): Promise<string | null> {
  const [only, ...more] = agents;
  if (only !== undefined && more.length === 0) return only;
  if (ask === null) {
    if (only === undefined) return null;
    throw new UsageError('Several functions may be the agent.', `Give --agent with one of ${agents.join(', ')}.`);
  }
  const offered = only === undefined ? others.slice(0, mostOffered) : agents;
  const answer = (await ask(question(offered, only === undefined ? 'empty for a program' : '1'))).trim();
  if (answer === '') return only ?? null;
  return offered[Number(answer) - 1] ?? answer;
}

function question(offered: readonly string[], byDefault: string): string {
  const lines = offered.map((ref, at) => `  ${at + 1}  ${ref}\n`).join('');
  const how = offered.length === 0 ? './src/agent.ts#runAgent; ' : '';
  return `${lines}Which function is the agent (${how}${byDefault})? `;
}
