import type { Outcome } from './outcome.ts';

/** What a replay is called in a report. */
export interface ReportedReplay {
  /** `refund` of `test/refund.case.json`. */
  readonly name: string;
  /** As it was typed. */
  readonly file: string;
  readonly seconds: number;
  /** An inconclusive verdict is let pass. */
  readonly isAllowed: boolean;
}

/** JUnit XML of one replay: a failure for a fail, an error for an inconclusive verdict, or, where that is allowed, a test that was skipped. */
export function junitOf(outcome: Outcome, { name, file, seconds, isAllowed }: ReportedReplay): string {
  const { kind, lines } = outcome;
  const count = (of: boolean): string => (of ? '1' : '0');
  const isSkipped = kind === 'inconclusive' && isAllowed;
  const counts = attributes({
    tests: '1',
    failures: count(kind === 'fail'),
    errors: count(kind === 'inconclusive' && !isAllowed),
    skipped: count(isSkipped),
    time: seconds.toFixed(3),
  });
  const told = { message: lines[0] ?? kind };
  const text = xml(lines.join('\n'));
  const body = {
    pass: () => '',
    fail: () => `<failure${attributes({ ...told, type: 'fail' })}>${text}</failure>`,
    inconclusive: () =>
      isSkipped ? `<skipped${attributes(told)}/>` : `<error${attributes({ ...told, type: 'inconclusive' })}>${text}</error>`,
  }[kind]();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    `  <testsuite${attributes({ name: 'stepfork replay' })}${counts}>`,
    `    <testcase${attributes({ name, classname: 'stepfork replay', file, time: seconds.toFixed(3) })}>${body}</testcase>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`)
    .join('');
}

// What XML 1.0 cannot hold, also not as a reference: it is shown as JSON would write it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const unheld = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function xml(text: string): string {
  return text
    .replace(unheld, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one);
}
