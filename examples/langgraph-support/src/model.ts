import { ChatOpenAI } from '@langchain/openai';
import { officeUrl } from './office.ts';

// For a real provider leave `configuration` out, and name one of its models.
export const model = new ChatOpenAI({
  model: 'support-1',
  apiKey: process.env.OPENAI_API_KEY ?? 'none',
  configuration: { baseURL: `${officeUrl}/v1` },
});
