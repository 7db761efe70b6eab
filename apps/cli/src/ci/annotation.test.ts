import { expect, it } from 'vitest';
import { annotationOf } from './annotation.ts';

const workspace = '/repo';
const place = { file: '/repo/src/agent.ts', line: 3 };

it('names the file and the line, relative to the checkout', () => {
  expect(annotationOf({ kind: 'fail', lines: ['fail: no', 'also: that'], place }, { isAllowed: false, workspace })).toBe(
    '::error file=src/agent.ts,line=3,title=stepfork%3A fail::fail: no%0Aalso: that',
  );
});

it.each([
  ['pass', false, /^$/],
  ['fail', true, /^::error /],
  ['inconclusive', false, /^::error /],
  ['inconclusive', true, /^::warning /],
] as const)('%s, allowed %s', (kind, isAllowed, expected) => {
  expect(annotationOf({ kind, lines: ['x'], place }, { isAllowed, workspace })).toMatch(expected);
});

it('no text of an agent ends the line or begins a command', () => {
  const odd = { file: '/repo/a,b:c%\n.ts', line: 1 };
  expect(annotationOf({ kind: 'fail', lines: ['100%\r\n::error::x'], place: odd }, { isAllowed: false, workspace })).toBe(
    '::error file=a%2Cb%3Ac%25%0A.ts,line=1,title=stepfork%3A fail::100%25%0D%0A::error::x',
  );
});

it('a file outside of the checkout keeps its whole path', () => {
  expect(annotationOf({ kind: 'fail', lines: ['x'], place: { file: '/else/a.ts', line: 1 } }, { isAllowed: false, workspace })).toContain(
    'file=/else/a.ts,',
  );
});
