import { isImmutable } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../json/parse-json.ts';
import { createHistoryParser } from './history-parser.ts';

const long = 'x'.repeat(2_000);
const message = (content: unknown): object => ({ role: 'user', content });
const bodyOf = (messages: readonly unknown[], more: object = {}): string => JSON.stringify({ model: 'gpt', messages, ...more });
type Body = { readonly messages: readonly object[] };

test('messages that were sent before are the same objects', () => {
  const parse = createHistoryParser();
  const [a, b, c] = [message(long), message('b "}],{" \\ é'), message({ deep: [{ list: [1] }] })];
  const first = parse(bodyOf([a, b], { tools: [{ name: 'x' }] })) as Body;
  const second = parse(bodyOf([a, b, c], { temperature: 0 })) as Body;
  expect(second).toEqual({ model: 'gpt', messages: [a, b, c], temperature: 0 });
  expect(second.messages.slice(0, 2).map((one, at) => one === first.messages[at])).toEqual([true, true]);
  expect(second.messages.every(isImmutable)).toBe(true);
  const third = parse(bodyOf([a, message('another'), c])) as Body;
  expect(third.messages).toEqual([a, message('another'), c]);
  expect(third.messages[0]).toBe(first.messages[0]);
});

test.each<[string, string]>([
  ['a key that is there twice', `{"messages":[{"a":"${long}"}],"messages":[{"b":1}]}`],
  ['a key that is there twice, once with an escape', `{"messages":[{"a":"${long}"}],"mess\\u0061ges":[{"b":1}]}`],
  ['a key that is there twice, once with a line end behind it', `{"messages":[{"a":"${long}"}],"messages"\n:[{"b":1}]}`],
  ['a list that goes on wrongly', `{"messages":[{"a":"${long}"},]}`],
  ['a list that goes on with no object', `{"messages":[{"a":"${long}"},1]}`],
  ['a text that is cut', `{"messages":[{"a":"${long}"}`],
  ['a list that is deeper down', `{"x":{"messages":[{"a":"${long}"}]},"messages":[{"b":1}]}`],
  ['white space everywhere', `{ "messages" : [ {"a":"${long}"} , {"c":1} ] , "n" : 12345678901234567890 }`],
  ['an empty list', `{"messages":[],"pad":"${long}"}`],
  ['no object', `["${long}"]`],
])('%s is read as by itself', (_what, text) => {
  const parse = createHistoryParser();
  for (const before of [`{"messages":[{"a":"${long}"}]}`, `{"messages":[{"a":"${long}"},{"c":1}]}`, `{ "messages" : [ {"a":"${long}"} ] }`])
    parse(before);
  expect(parse(text)).toEqual(parseJson(text));
  // Nothing wrong was remembered of it either.
  expect(parse(`{"messages":[{"a":"${long}"}]}`)).toEqual({ messages: [{ a: long }] });
});

test('whatever conversations go on side by side, each is read as by itself', () => {
  const item = fc.oneof(fc.jsonValue(), fc.record({ role: fc.constant('user'), content: fc.jsonValue() }));
  const turn = fc.record({
    messages: fc.array(item, { maxLength: 4 }),
    first: fc.constantFrom(message(long), message(`${long}!`)),
    more: fc.jsonValue(),
  });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 6 }), (turns) => {
      const parse = createHistoryParser();
      const said: unknown[] = [];
      for (const { messages, first, more } of turns) {
        said.push(...messages);
        const text = bodyOf([first, ...said], { more });
        expect(parse(text)).toEqual(parseJson(text));
      }
    }),
  );
});

test('a text of millions of lines in a message, and a number with many digits', () => {
  const lines = '\n'.repeat(6_000_000);
  const body = { model: 'gpt', messages: [message(lines), message('b')], seed: 1 };
  const parsed = createHistoryParser()(JSON.stringify(body).replace('"seed":1', '"seed":12345678901234567890')) as Body;
  expect([parsed.messages.length, parsed.messages[0]]).toEqual([2, message(lines)]);
});
