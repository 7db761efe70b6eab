import { OpenAIProvider, Runner, setTracingDisabled } from '@openai/agents';
import { officeUrl } from './office.ts';

// They would go to OpenAI, which does not know this model.
setTracingDisabled(true);

// For a real provider leave `modelProvider` out, and name one of its models.
export const runner = new Runner({
  model: 'desk-1',
  modelProvider: new OpenAIProvider({ baseURL: `${officeUrl}/v1`, apiKey: process.env.OPENAI_API_KEY ?? 'none' }),
});
