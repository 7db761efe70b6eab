import { encodeValue } from '@stepfork/trace';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BodyPart } from '../parts/body-part.ts';
import { bodyParts } from './body-parts.ts';
import { partBytes } from './part-bytes.ts';

/** The parts of a text, cut at these places. */
function partsOf(contentType: string, text: string, cuts: readonly number[] = []): readonly BodyPart[] {
  const bytes = Buffer.from(text);
  const places = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const parts = bodyParts(contentType);
  const pushed = places.slice(1).flatMap((to, at) => parts.push(bytes.subarray(places[at], to)));
  return [...pushed, ...parts.end()];
}

function again(parts: readonly BodyPart[]): string {
  return Buffer.concat(parts.map((part) => partBytes(encodeValue(part)))).toString();
}

describe.each([
  [
    'text/event-stream; charset=utf-8',
    'event: a\ndata: {"text":"21°C ☀️ 😀"}\n\n: ping\n\ndata: one\ndata: two\nid: 7\n\ndata: [DONE]\n\ndata: {"cut',
  ],
  ['text/event-stream', 'data: {"a":1}\r\n\r\ndata: {"b":2}\r\n\r\n'],
  ['application/x-ndjson', '{"a":"°"}\n{"b":2}\nno json\n{"cut'],
  ['application/json', '{"a": "°", "b": [1, 2]}'],
  ['application/problem+json', '{"cut'],
])('%s', (type, text) => {
  test('is cut into the same parts, wherever the network cuts it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200)), (cuts) => {
        expect(partsOf(type, text, cuts)).toEqual(partsOf(type, text));
      }),
    );
  });

  test('says the same when it is given back', () => {
    const parts = partsOf(type, text);
    expect(partsOf(type, again(parts))).toEqual(parts);
  });
});

test('an event is what it says', () => {
  expect(partsOf('text/event-stream', 'event: delta\nid: 1\nretry: 5\ndata: {"a":1}\n\n')).toEqual([
    { event: 'delta', id: '1', retry: '5', data: { a: 1 } },
  ]);
  expect(partsOf('text/event-stream', ': ping\n\nevent: empty\n\ndata:  two spaces\n\n')).toEqual([
    { text: ': ping\n\n' },
    { text: 'event: empty\n\n' },
    { data: ' two spaces' },
  ]);
});

test('what is no JSON, no event and no text is bytes', () => {
  expect(partsOf('application/octet-stream', 'ab', [1])).toEqual([{ bytes: new Uint8Array([97]) }, { bytes: new Uint8Array([98]) }]);
  expect(partsOf('text/plain; charset=iso-8859-1', 'a')).toEqual([{ bytes: new Uint8Array([97]) }]);
  expect(partsOf('text/html', 'grün')).toEqual([{ text: 'grün' }]);
});

test('a text that is not whole, or not quite Unicode, comes back as far as it went', () => {
  expect(partsOf('application/json', '')).toEqual([]);
  expect(again(partsOf('text/plain', '\ufeffwith a mark'))).toBe('\ufeffwith a mark');
});

test.each(['text/event-stream', 'application/x-ndjson'])('a line of %s that comes in very many pieces is looked through once', (type) => {
  const parts = bodyParts(type);
  const piece = Buffer.from('A'.repeat(1_000));
  const started = process.cpuUsage();
  const found = [Buffer.from('data: "'), ...Array.from({ length: 20_000 }, () => piece), Buffer.from('"\n\n')].flatMap((bytes) =>
    parts.push(bytes),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
});
