import type { AnswerForm } from '@stepfork/interceptor';

/** How that is taken down of which nothing comes back. */
export const replyForm: AnswerForm = {
  value: () => null,
  observe: (answer) => answer,
  failure: (error) => ({ error }),
  rebuild: () => null,
  made: () => null,
};
