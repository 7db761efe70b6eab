import { expect, it } from 'vitest';
import { showJson } from './show-json.ts';

it.each([
  [{ a: [1, 'x', null] }, '{"a":[1,"x",null]}'],
  [{ $: 'undefined' }, 'undefined'],
  [{ $: 'error', class: 'TypeError', name: 'TypeError', message: 'no', fields: {} }, 'TypeError: no'],
  [{ when: { $: 'date', value: '2026-03-01T09:00:00.000Z' } }, '{"when":Date(2026-03-01T09:00:00.000Z)}'],
  [{ $: 'bytes', type: 'Buffer', value: 'AAEC' }, '<Buffer, 3 bytes>'],
  [{ $: 'opaque', type: 'Socket', path: '/a' }, '<opaque Socket>'],
  [{ $: 'number', value: '-0' }, '-0'],
])('writes %j as people would', (json, text) => {
  expect(showJson(json)).toBe(text);
});

it('never lets a trace speak to the terminal', () => {
  expect(showJson({ $: 'error', name: '\u001b[2J', message: 'a\u009b31m\u202e', fields: {} })).toBe('\\u001b[2J: a\\u009b31m\\u202e');
});

it('cuts to the width that there is', () => {
  expect(showJson({ text: 'a'.repeat(50) }, 20)).toHaveLength(20);
});
