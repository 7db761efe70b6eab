import { defineExporter, type Exporter, type ExportRequest, javaScriptTest, toLiteral } from '@stepfork/export';

/**
 * A test file for Jest. As Jest comes, in CommonJS, and calls the `stepfork` command, which loads the agent as Node does, whatever Jest transforms;
 * with `--esm` a module that imports the agent and replays it in Jest's own process.
 *
 * A violated claim fails the test with `FailedError`, a replay that cannot tell with `InconclusiveError`.
 */
export const jestExporter: Exporter = defineExporter({
  name: 'jest',
  summary: 'a test file for Jest, which calls the command stepfork',
  switches: { esm: 'a module that imports the agent; it needs @stepfork/replay and NODE_OPTIONS=--experimental-vm-modules' },
  packages: ['stepfork', 'jest'],
  command: ['npx', 'jest'],
  render: (request) =>
    request.switches.includes('esm')
      ? [{ path: `${request.name}.test.mjs`, text: renderModule(request) }]
      : [{ path: `${request.name}.test.cjs`, text: renderScript(request) }],
});

// The runner's own limit would say "failed" where the honest answer is "inconclusive: timed out"; it has no "never".
const noLimit = '2 ** 31 - 1); // a replay has its own time limit';

function renderModule(request: ExportRequest): string {
  const { header, imports, body } = javaScriptTest(request);
  return [
    '/** @jest-environment node */',
    ...header,
    ...imports,
    '',
    `test(${toLiteral(request.title)}, async () => {`,
    ...body,
    `}, ${noLimit}`,
    '',
  ].join('\n');
}

function renderScript(request: ExportRequest): string {
  return [
    '/** @jest-environment node */',
    ...javaScriptTest(request).header,
    "const { spawnSync } = require('node:child_process');",
    "const { existsSync } = require('node:fs');",
    "const { delimiter, dirname, join } = require('node:path');",
    '',
    `const caseFile = join(__dirname, ${toLiteral(`${request.name}.case.json`)});`,
    '',
    `test(${toLiteral(request.title)}, () => {`,
    '  const { verdict, report } = replayed();',
    "  if (verdict.kind !== 'pass') throw named(verdict.kind === 'fail' ? 'FailedError' : 'InconclusiveError', report);",
    `}, ${noLimit}`,
    '',
    runner,
  ].join('\n');
}

/** The same in every test: data enters above it only. */
const runner = `/** What \`stepfork replay\` says of the case. */
function replayed() {
  const { status, stdout, stderr } = ask(findStepfork(), ['replay', caseFile, '--json']);
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    throw new Error(\`stepfork gave no answer and ended with \${status}:\\n\${stderr}\`);
  }
  if (answer.error) throw named(answer.error.code, \`\${answer.error.message}\\n\${answer.error.hint}\`);
  return answer;
}

/** The command stepfork: in node_modules/.bin upwards, then on PATH. Another tool has the same name, so each is asked who it is. */
function findStepfork() {
  const folders = [];
  for (let here = __dirname; ; here = dirname(here)) {
    folders.push(join(here, 'node_modules', '.bin'));
    if (here === dirname(here)) break;
  }
  folders.push(...(process.env.PATH ?? '').split(delimiter).filter(Boolean));
  const others = [];
  for (const folder of folders) {
    const file = join(folder, process.platform === 'win32' ? 'stepfork.cmd' : 'stepfork');
    if (!existsSync(file)) continue;
    if (/^stepfork\\/\\S+ \\S+ node-v/.test(ask(file, ['--version']).stdout)) return file;
    others.push(\` \${file} is another tool of that name.\`);
  }
  throw new Error(\`There is no command stepfork: npm install --save-dev stepfork.\${others.join('')}\`);
}

function ask(file, args) {
  // On Windows only a shell starts a .cmd file; no name of a file there has a quote in it.
  const [program, words] = process.platform === 'win32' ? ['cmd.exe', ['/d', '/s', '/c', \`"\${[file, ...args].map((word) => \`"\${word}"\`).join(' ')}"\`]] : [file, args];
  return spawnSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: Infinity, windowsVerbatimArguments: true });
}

function named(name, message) {
  const error = new Error(message);
  return Object.defineProperties(error, { name: { value: name }, stack: { value: \`\${name}: \${message}\` } });
}
`;
