import { type Call, encodeValue, type Json, JsonNumber } from '@stepfork/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../json/parse-json.ts';
import { describeRequest, type RequestCall } from './describe-request.ts';
import { type PlainRequest, plainRequest } from './plain-request.ts';
import { recordedRequests } from './recorded-requests.ts';

const url = 'http://127.0.0.1:1/v1/chat/completions';
const headers = { 'content-type': 'application/json', authorization: 'Bearer none' };
const asked = (body: string, to = url, given: Readonly<Record<string, string>> = headers): PlainRequest =>
  plainRequest(to, { method: 'POST', headers: given, body }) as PlainRequest;

/** What is recorded of a request that is taken apart. */
function recordedAs(request: PlainRequest): Call {
  const { kind, name, input } = describeRequest(request, parseJson) as RequestCall;
  return { kind, name, input: encodeValue(input), effect: false };
}

const find = (request: PlainRequest, ...calls: readonly Call[]): Json | undefined => recordedRequests(calls)(request)?.recorded;
const body = (more: object = {}): string => JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...more });

test('what is found is what would be recorded, and every request that JSON.stringify wrote is', () => {
  const item = fc.jsonValue({ depthSize: 'small' });
  const fields = fc.record({ messages: fc.array(fc.oneof(item, fc.record({ role: fc.string(), content: item }))), more: item });
  fc.assert(
    fc.property(fc.array(fields, { minLength: 1, maxLength: 4 }), fc.nat(), fc.string(), (all, at, cut) => {
      const texts = all.map((one) => body(one));
      const calls = texts.map((text) => recordedAs(asked(text)));
      const text = texts[at % texts.length] as string;
      const { input } = recordedAs(asked(text));
      // Two that are one: `-0` and lone surrogates are tagged.
      if (!JSON.stringify(input).includes('"$"')) expect(find(asked(text), ...calls)).toEqual(input);
      for (const other of [...texts, text.replace(cut, ''), `${text} `, text.replace(/\d/, '7')]) {
        const found = find(asked(other), ...calls);
        if (found !== undefined) expect(found).toEqual(recordedAs(asked(other)).input);
      }
    }),
    { numRuns: 300 },
  );
});

test.each<[string, string]>([
  ['another text', body({ messages: [{ role: 'user', content: 'Ho' }] })],
  ['a message more', body({ messages: [{ role: 'user', content: 'Hi' }, {}] })],
  ['a field more', body({ a: 1 })],
  ['another order of fields', JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }], model: 'm' })],
  ['white space', `${body()} `],
])('%s is taken apart', (_what, text) => {
  expect(find(asked(text), recordedAs(asked(body())))).toBeUndefined();
});

test('the same body to another path, with another method or with other headers is taken apart', () => {
  const recorded = recordedAs(asked(body()));
  expect(find(asked(body()), recorded)).toBe(recorded.input);
  expect(find(asked(body(), `${url}?a=1`), recorded)).toBeUndefined();
  expect(find(asked(body(), url, { ...headers, 'openai-beta': 'assistants=v2' }), recorded)).toBeUndefined();
  expect(find(asked(body(), url, { ...headers, 'content-encoding': 'gzip' }), recorded)).toBeUndefined();
  expect(find({ ...asked(body()), method: 'PUT' }, recorded)).toBeUndefined();
});

test('the host and headers that are not recorded are no part of it', () => {
  const recorded = recordedAs(asked(body()));
  expect(find(asked(body(), 'https://api.example.com/v1/chat/completions', { ...headers, 'x-trace': '1' }), recorded)).toBe(recorded.input);
});

test('a request that says for whom it is, or what JSON does not say, is taken apart', () => {
  for (const more of [{ user: 'ada' }, { metadata: { user_id: 'ada' } }]) {
    const text = body(more);
    expect(find(asked(text), recordedAs(asked(text)))).toBeUndefined();
  }
  const long = body().replace('"Hi"', '12345678901234567890');
  expect(encodeValue(new JsonNumber('12345678901234567890'))).toEqual({ $: 'json-number', value: '12345678901234567890' });
  expect(find(asked(long), recordedAs(asked(long)))).toBeUndefined();
});

test('what another version recorded of the same request is not taken for it', () => {
  const { input, ...call } = recordedAs(asked(body()));
  const fields = input as Readonly<Record<string, Json>>;
  expect(find(asked(body()), { ...call, name: 'another name', input })).toBeUndefined();
  expect(find(asked(body()), { ...call, input: { ...fields, more: 1 } })).toBeUndefined();
  expect(find(asked(body()), { ...call, kind: 'tool', input })).toBeUndefined();
});
