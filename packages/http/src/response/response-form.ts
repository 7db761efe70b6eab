import type { AnswerForm } from '@stepfork/interceptor';
import { madeResponse } from './made-response.ts';
import { observeRecorded, observeResponse, type Sent } from './observe-response.ts';
import { ownResponse } from './own-response.ts';
import { plainError } from './plain-error.ts';
import { RecordedResponse, rebuildResponse } from './rebuild-response.ts';

/** How the response of one request is taken down and made again. */
export function responseForm(sent: Sent): AnswerForm {
  const { signal } = sent;
  return {
    observe: (response, observer) =>
      response instanceof RecordedResponse
        ? observeRecorded(response, observer, sent)
        : observeResponse(ownResponse(response as Response), observer, sent),
    failure: (error) => (signal?.aborted === true ? null : { error: plainError(error) }),
    rebuild: (parts) => rebuildResponse(parts, signal),
    made: madeResponse,
  };
}
