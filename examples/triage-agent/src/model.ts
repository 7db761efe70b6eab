import { model } from '@stepfork/interceptor';
import { post } from './office.ts';

export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
}

export const askModel = model('triage-1', (request: { messages: Message[]; tools: string[] }) =>
  post<Message>('/model', { model: 'triage-1', ...request }),
);
