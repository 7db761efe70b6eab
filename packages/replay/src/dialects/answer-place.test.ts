import { expect, test } from 'vitest';
import { answerPlace } from './answer-place.ts';

test.each([
  ['/1/json/choices/0/message/content', 'message content'],
  ['/1/json/choices/0/message/content/priority', 'message content /priority'],
  ['/1/json/choices/0/message/tool_calls/0/function/arguments/id', 'tool call arguments /id'],
  ['/4/data/choices/0/delta/content', 'message content'],
  ['/1/json/output/2/arguments', 'tool call arguments'],
  ['/1/json/content/1/input/cents', 'tool call arguments /cents'],
  ['/1/json/candidates/0/content/parts/0/functionCall/args/id', 'tool call arguments /id'],
  // No model: a JSON body without its wrapping, and what is no answer over HTTP as it is.
  ['/1/json/total', '/total'],
  ['/last_order/total_cents', '/last_order/total_cents'],
  ['/content/0/text', '/content/0/text'],
  ['', ''],
])('%s is %s', (pointer, text) => {
  expect(answerPlace(pointer)).toBe(text);
});
