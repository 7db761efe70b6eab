import { expect, test } from 'vitest';
import type { Redactor } from '../redaction/redactor.ts';
import { createTraceWriter } from '../writing/create-trace-writer.ts';
import { encodeValue } from './encode-value.ts';
import { isImmutable, markImmutable } from './immutable.ts';

const redactor: Redactor = {
  keyId: 'k',
  rules: [],
  text: (text) => text.replaceAll('secret', 'hidden'),
  field: (_key, text) => text.replaceAll('secret', 'hidden'),
};

test('the snapshot of what nobody changes is made once for each redactor, and is that of any other object', () => {
  const message = markImmutable({ role: 'user', content: 'a secret', at: new Date(0) });
  const [first, second] = [encodeValue([message], redactor), encodeValue({ deeper: [message] }, redactor)] as const;
  expect(first).toEqual(encodeValue([{ ...message }], redactor));
  expect(second).toEqual(encodeValue({ deeper: [{ ...message }] }, redactor));
  expect((encodeValue([message], redactor) as object[])[0]).toBe((first as object[])[0]);
  expect(encodeValue([message])).toEqual([{ role: 'user', content: 'a secret', at: { $: 'date', value: '1970-01-01T00:00:00.000Z' } }]);
  expect(isImmutable((first as object[])[0] as object)).toBe(true);
});

test('a trace that is written of it reads like any other', () => {
  const shared = markImmutable({ role: 'user', content: 'long enough to be kept as a value of its own, once' });
  const traces = [shared, { ...shared }].map((message) => {
    const writer = createTraceWriter();
    const run = {
      id: 'r',
      agent: null,
      input: null,
      startedAt: '2026-03-01T09:00:00.000Z',
      git: null,
      versions: {},
      policies: {},
      redaction: null,
    };
    writer.append({ type: 'run-start', run });
    for (let step = 0; step < 3; step++) {
      const input = encodeValue({ messages: Array.from({ length: step + 1 }, () => message), outer: message });
      writer.append({ type: 'call-start', step, parent: null, call: { kind: 'model', name: 'm', input, effect: false }, atMs: 0 });
    }
    return writer.trace().steps.map(({ call }) => call);
  });
  expect(traces[0]).toEqual(traces[1]);
});
