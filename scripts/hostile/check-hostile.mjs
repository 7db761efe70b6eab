import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import tap from '../../examples/exporter-tap/exporter.mjs';
import { createExporterRegistry } from '../../packages/export/dist/index.js';
import jest from '../../packages/exporter-jest/dist/index.js';
import pytest from '../../packages/exporter-pytest/dist/index.js';
import { hostileRequests } from './requests.mjs';

const builtIn = createExporterRegistry();

/** Each exporter with what must be found in a file of it, once the file was read by the parser of its language. */
export const everyExporter = [
  { name: 'vitest', exporter: builtIn.get('vitest'), language: 'javascript', problem: replays },
  { name: 'node-test', exporter: builtIn.get('node-test'), language: 'javascript', problem: replays },
  { name: 'jest', exporter: jest, language: 'javascript', problem: asksTheCommand },
  { name: 'jest --esm', exporter: jest, switches: ['esm'], language: 'javascript', problem: replays },
  { name: 'tap', exporter: tap, language: 'javascript', problem: replaysInTap },
  { name: 'pytest', exporter: pytest, language: 'python', problem: holdsTexts },
];

/**
 * Whether hostile texts stay data in the files of every exporter: each file is read by the parser of its language, one process for all of a language,
 * and what is found in it must be what was asked for, to the last character.
 *
 * @param {{ seed: number, count: number, exporters?: typeof everyExporter }} options `count` requests for each exporter
 * @returns {Record<string, { files: number, problems: string[] }>} by exporter
 */
export function checkHostile({ seed, count, exporters = everyExporter }) {
  const cases = exporters.flatMap(({ exporter, switches = [], ...rest }) =>
    [...hostileRequests({ seed, count })].map((request, index) => {
      const [{ path, text }] = exporter.render({ ...request, switches });
      return { ...rest, index, request, path, text };
    }),
  );
  const results = new Map([...readAll(cases, 'javascript', readJavaScript), ...readAll(cases, 'python', readPython)]);
  return Object.fromEntries(
    exporters.map(({ name }) => {
      const own = cases.filter((one) => one.name === name);
      const problems = own.flatMap((one) => {
        const found = results.get(one);
        const problem = found.error ?? one.problem(found, one.request);
        return problem === null ? [] : [`${name}, seed ${seed}, request ${one.index}: ${problem}`];
      });
      return [name, { files: own.length, problems }];
    }),
  );
}

function readAll(cases, language, read) {
  const own = cases.filter((one) => one.language === language);
  if (own.length === 0) return [];
  const results = read(own);
  return own.map((one, index) => [one, results[index]]);
}

function readJavaScript(cases) {
  const files = cases.map(({ path, text, request }) => ({ path, text, exported: request.agent.export }));
  return child(process.execPath, ['--experimental-vm-modules', '--no-warnings', 'read-javascript.mjs'], files);
}

function readPython(cases) {
  return child(
    'python3',
    ['read-python.py'],
    cases.map(({ text }) => text),
  );
}

function child(program, args, input) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: import.meta.dirname,
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${error ?? stderr}`);
  return JSON.parse(stdout);
}

/** The test case reached `verify` whole, under the title, with the agent, and with the environment that the agent is loaded in. */
function replays(found, request, { titled = true } = {}) {
  const { policies, answers, stable, ignore, claim } = request;
  const expected = {
    titles: titled ? [request.title] : [],
    cases: [{ trace: `/tests/${request.trace}`, agent: 'the agent', data: { policies, answers, stable, ignore, claim } }],
    specifiers: [request.agent.file],
    environment: request.needs.environment,
  };
  return differs(found, expected);
}

function replaysInTap(found, request) {
  const [, line = '', ...more] = found.printed;
  if (more.length > 0 || !/^ok 1 - [^\r\n]*$/.test(line) || /(?<!\\)(?:\\\\)*#/.test(line))
    return `it prints ${JSON.stringify(found.printed)}`;
  return replays(found, request, { titled: false });
}

function asksTheCommand(found, { title, name }) {
  return differs(found, { titles: [title], asked: [['--version'], ['replay', `/tests/${name}.case.json`, '--json']] });
}

let rest = null;
/** The texts stand where texts stand in a harmless file, and nothing else has become of it. */
function holdsTexts(found, { title, name, trace }) {
  rest ??= found.rest;
  if (found.rest !== rest) return 'the code around the texts is another one';
  const expected = [
    `Exported by Stepfork from the recorded run in ${trace}: no tool, no model and no network is used here.`,
    `${name}.case.json`,
    title,
  ];
  return isDeepStrictEqual(found.texts.slice(0, 3), expected) ? null : `it holds ${JSON.stringify(found.texts.slice(0, 3))}`;
}

function differs(found, expected) {
  for (const [part, value] of Object.entries(expected)) {
    const [is, should] = [found[part], value].map((one) => JSON.stringify(one));
    if (is !== should) return `${part} are ${is} instead of ${should}`;
  }
  return null;
}
