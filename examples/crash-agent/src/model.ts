import { model } from '@stepfork/interceptor';
import { post } from './office.ts';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export const askModel = model('incident-1', (request: { messages: Message[] }) =>
  post<Message>('/model', { model: 'incident-1', ...request }),
);
