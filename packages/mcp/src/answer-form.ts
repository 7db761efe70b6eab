import type { AnswerForm, PartObserver, RecordedParts } from '@stepfork/interceptor';
import { decodeValue } from '@stepfork/trace';
import type { Answer, AnswerInParts, ReceivedMessage } from './answer.ts';
import { type AnswerPart, messageOf, partOf } from './answer-part.ts';
import { Cancelled } from './cancelled.ts';
import { isResponse, type JsonRpcRequest, type RequestId } from './json-rpc.ts';
import { toolResult } from './tool-result.ts';

/**
 * How the answer to a request is taken down and made again: as its result where that is all that came, else message by message.
 *
 * @param newId for a request of the server that comes with the answer
 */
export function answerForm(request: JsonRpcRequest, newId: () => RequestId): AnswerForm {
  return {
    value: (answer) => (answer as Answer & { readonly kind: 'whole' }).result,
    inParts: (answer) => (answer as Answer).kind === 'parts',
    observe: (answer, observer) => observed(answer as AnswerInParts, observer),
    failure: (error) => (error instanceof Cancelled ? null : { error }),
    rebuild: (parts) => rebuilt(parts, request, newId),
    made: (value): Answer => ({ kind: 'whole', result: request.method === 'tools/call' ? toolResult(value) : value }),
  };
}

function observed(answer: AnswerInParts, observer: PartObserver): AnswerInParts {
  return {
    kind: 'parts',
    async next() {
      try {
        const received = await answer.next();
        if (!received.done) tell(received.value, observer);
        return received;
      } catch (error) {
        if (error instanceof Cancelled) observer.end('cancelled');
        else observer.fail(error);
        throw error;
      }
    },
    leave() {
      answer.leave();
      observer.end('cancelled');
    },
  };
}

function tell({ message, recorded }: ReceivedMessage, observer: PartObserver): void {
  if (recorded === undefined) observer.whole(partOf(message));
  else observer.recorded(recorded);
  // Nothing comes after it, and the agent may be gone before it asks.
  if (isResponse(message)) observer.end('done');
}

function rebuilt(parts: RecordedParts, request: JsonRpcRequest, newId: () => RequestId): AnswerInParts {
  return {
    kind: 'parts',
    async next() {
      const { done, value } = await parts.next();
      if (done) return { done, value: undefined };
      return { done: false, value: { message: messageOf(decodeValue(value) as AnswerPart, request, newId), recorded: value } };
    },
    leave: () => parts.leave(),
  };
}
