import { expect, it } from 'vitest';
import { parseAnswer, parseIgnore } from './parse-flags.ts';

it.each([
  ['issue_refund={"id":"rf_1"}', ['issue_refund', [{ value: { id: 'rf_1' } }]]],
  ['tool:issue_refund=null', ['issue_refund', [{ value: null }]]],
  ['issue_refund {"amount_cents":4999}="a=b"', ['issue_refund', [{ value: 'a=b', for: { amount_cents: 4999 } }]]],
  ['q {"x":"a=b"}=1', ['q', [{ value: 1, for: { x: 'a=b' } }]]],
])('reads the answer %s', (text, answer) => {
  expect(parseAnswer(text)).toEqual(answer);
});

it.each(['issue_refund', '=1', 'issue_refund {"broken"=1'])('refuses the answer %s', (text) => {
  expect(() => parseAnswer(text)).toThrow(/is not an answer/);
});

it.each([
  ['search /metadata/id', ['tool:search', ['/metadata/id']]],
  ['model:gpt /seed', ['model:gpt', ['/seed']]],
  ['* /id', ['*', ['/id']]],
])('reads the ignore rule %s', (text, rule) => {
  expect(parseIgnore(text)).toEqual(rule);
});

it.each(['search', '/id', 'search id', ''])('refuses the ignore rule "%s"', (text) => {
  expect(() => parseIgnore(text)).toThrow(/does not name a field/);
});
