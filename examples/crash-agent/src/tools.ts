import { tool } from '@stepfork/interceptor';
import { post } from './office.ts';

export const escalate = tool('escalate', (input: { team: string; note: string }) => post<{ case_id: string }>('/escalations', input), {
  effect: true,
  example: { case_id: 'E-security-1' },
});
