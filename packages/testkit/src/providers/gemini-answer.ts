import { type Asked, event, eventStream, json, type Reply, words } from './wire.ts';

/** Gemini's `generateContent`. */
export function geminiAnswer({ path, call: asked, mint }: Asked): Reply {
  const responseId = `r${mint()}`;
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  const answer = (parts: readonly object[], isLast: boolean): object => ({
    candidates: [{ content: { role: 'model', parts }, ...(isLast && { finishReason: 'STOP' }), index: 0 }],
    usageMetadata,
    modelVersion: 'local',
    responseId,
  });
  const call = [{ functionCall: { name: asked?.name, args: asked?.input } }];
  if (path.endsWith(':generateContent')) return json(answer(asked === null ? [{ text: words.join('') }] : call, true));
  if (asked !== null) return eventStream([event(null, answer(call, true))]);
  return eventStream(words.map((text, at) => event(null, answer([{ text }], at === words.length - 1))));
}
