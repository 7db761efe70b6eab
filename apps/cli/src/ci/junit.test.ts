import { expect, it } from 'vitest';
import { junitOf } from './junit.ts';
import type { Outcome } from './outcome.ts';

const place = { file: '/repo/src/agent.ts', line: 3 };
const replay = { name: 'refund', file: 'test/refund.case.json', seconds: 0.25, isAllowed: false };

it.each<readonly [Outcome['kind'], boolean, string, string]>([
  ['pass', false, 'failures="0" errors="0" skipped="0"', '></testcase>'],
  ['fail', false, 'failures="1" errors="0" skipped="0"', '><failure message="first" type="fail">first\nsecond</failure></testcase>'],
  [
    'inconclusive',
    false,
    'failures="0" errors="1" skipped="0"',
    '><error message="first" type="inconclusive">first\nsecond</error></testcase>',
  ],
  ['inconclusive', true, 'failures="0" errors="0" skipped="1"', '><skipped message="first"/></testcase>'],
  ['fail', true, 'failures="1" errors="0" skipped="0"', '><failure message="first" type="fail">first\nsecond</failure></testcase>'],
])('a verdict %s, allowed %s, is counted as %s', (kind, isAllowed, counts, end) => {
  const xml = junitOf({ kind, lines: ['first', 'second'], place }, { ...replay, isAllowed });
  expect(xml).toContain(`<testsuites tests="1" ${counts} time="0.250">`);
  expect(xml).toContain(`<testcase name="refund" classname="stepfork replay" file="test/refund.case.json" time="0.250"${end}`);
});

it('text stays text, whatever it holds', () => {
  const hostile = 'a"b<c>&\u0000\u001b[31m\ud800\ufffe]]>\n\t😀';
  const xml = junitOf({ kind: 'fail', lines: [hostile], place }, { ...replay, name: hostile });
  expect(xml).toContain('name="a&quot;b&lt;c&gt;&amp;\\u0000\\u001b[31m\\ud800\\ufffe]]&gt;&#10;&#9;😀"');
  expect(xml).toContain('>a&quot;b&lt;c&gt;&amp;\\u0000\\u001b[31m\\ud800\\ufffe]]&gt;\n\t😀</failure>');
});
