import type { StreamAnswer } from './stream-answer.ts';
import type { WholeAnswer } from './whole-answer.ts';

/** The parts in which a model would have streamed this answer. */
export function streamParts({ content, finishReason, usage, warnings, providerMetadata, response }: WholeAnswer): StreamAnswer {
  const parts = [
    { type: 'stream-start', warnings },
    ...(typeof response === 'object' && response !== null ? [metadataOf(response)] : []),
    ...content.flatMap((part, index) => partsOf(part as ContentPart, String(index))),
    { type: 'finish', finishReason, usage, ...(providerMetadata !== undefined && { providerMetadata }) },
  ];
  const stream = new ReadableStream<unknown>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return { stream };
}

interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
}

function partsOf(part: ContentPart, id: string): readonly object[] {
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const { type, text, ...others } = part;
      return [
        { type: `${type}-start`, id, ...others },
        { type: `${type}-delta`, id, delta: text },
        { type: `${type}-end`, id, ...others },
      ];
    }
    case 'tool-call': {
      const { toolCallId, toolName, input } = part;
      return [
        { type: 'tool-input-start', id: toolCallId, toolName },
        { type: 'tool-input-delta', id: toolCallId, delta: input },
        { type: 'tool-input-end', id: toolCallId },
        part,
      ];
    }
    default:
      return [part];
  }
}

function metadataOf(response: object): object {
  const { headers: _headers, body: _body, ...metadata } = response as Readonly<Record<string, unknown>>;
  return { type: 'response-metadata', ...metadata };
}
