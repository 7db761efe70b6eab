import { defineExporter, javaScriptTest, toLiteral } from '@stepfork/export';

/** A script that prints TAP, the Test Anything Protocol, and needs no runner. */
export default defineExporter({
  name: 'tap',
  summary: 'a script that prints TAP and needs no runner',
  packages: ['@stepfork/replay'],
  command: ['node'],
  render: (request) => {
    const { header, imports, body } = javaScriptTest(request, ['replayed', 'comment', 'console']);
    const text = [
      ...header,
      ...imports,
      '',
      'async function replayed() {',
      ...body,
      '}',
      '',
      "console.log('TAP version 13\\n1..1');",
      'await replayed().then(',
      `  () => console.log(${toLiteral(`ok 1 - ${description(request.title)}`)}),`,
      '  (error) => {',
      '    process.exitCode = 1;',
      `    if (error.name === 'FailedError') console.log(${toLiteral(`not ok 1 - ${description(request.title)}`)});`,
      "    else if (error.name === 'InconclusiveError') console.log('Bail out! inconclusive');",
      '    else throw error;',
      "    console.log(error.message.replace(/^/gm, '# '));",
      '  },',
      ');',
      '',
    ].join('\n');
    return [{ path: `${request.name}.tap.mjs`, text }];
  },
});

/** A title is data in what the test prints, too: in TAP `# SKIP` would make a failure a skipped test. */
function description(title) {
  return title.replace(/\s+/g, ' ').replace(/[\\#]/g, '\\$&');
}
