import { agentsAgent, agentsRunner } from '../src/agents-agent.mjs';

export const title = '@openai/agents, chat completions';
export const packages = ['@openai/agents'];

const runner = agentsRunner(false);

export function agent({ model, streams }) {
  return agentsAgent(runner, model, streams);
}
