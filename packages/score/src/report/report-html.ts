import type { MutationTestResult } from 'mutation-testing-report-schema/api';

/**
 * One page that shows a report and fetches nothing.
 *
 * @param elements the text of `mutation-testing-elements/mutation-test-elements.js`
 */
export function reportHtml(report: MutationTestResult, title: string, elements: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>`,
    '<body>',
    `<mutation-test-report-app title-postfix="${escaped(title)}"></mutation-test-report-app>`,
    `<script>${elements.replaceAll('</script', '<\\/script')}</script>`,
    // No text of a report ends the script, and none is a line end to old parsers.
    `<script>document.querySelector('mutation-test-report-app').report = ${JSON.stringify(report).replace(/[<\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)};</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}
