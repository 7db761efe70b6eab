import { agentsAgent, agentsRunner } from '../src/agents-agent.mjs';

export const title = '@openai/agents, responses';
export const packages = ['@openai/agents'];

const runner = agentsRunner(true);

export function agent({ model, streams }) {
  return agentsAgent(runner, model, streams);
}
