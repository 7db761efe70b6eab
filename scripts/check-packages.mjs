import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { run } from './lib/run.mjs';
import { env, published, readJson, root } from './lib/workspace.mjs';

/**
 * Each published package as npm would publish it, packed: by publint, by arethetypeswrong, and by a program in CommonJS that requires it.
 *
 * @returns {Promise<import('./lib/summary.mjs').Outcome>}
 */
export async function checkPackages() {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-packed-'));
  try {
    const tarballs = await packAll(folder);
    const problems = await Promise.all(tarballs.map(async (tarball) => [...(await lint(tarball)), ...(await checkTypes(tarball))]));
    problems.push(await consume(tarballs, join(folder, 'project')));
    const bad = problems.filter((list) => list.length > 0);
    return { passed: problems.length - bad.length, failed: bad.length, log: bad.flat().join('\n') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<readonly { name: string, folder: string, file: string, exports: readonly string[], typed: boolean }[]>} */
async function packAll(target) {
  const packages = published();
  const { code, output } = await run(
    'pnpm',
    [...packages.flatMap(({ json }) => ['--filter', json.name]), 'pack', '--pack-destination', target],
    { cwd: root, env },
  );
  if (code !== 0) throw new Error(`pnpm pack ended with ${code}\n${output}`);
  const files = readdirSync(target);
  return packages.map(({ folder, json: { name, version, exports } }) => {
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    if (!files.includes(file)) throw new Error(`${name} was not packed: ${files.join(', ')}`);
    // What is no code is not required: a page, a folder of schemas.
    const code = Object.entries(exports).filter(
      ([, to]) => /\.js(on)?$/.test(typeof to === 'string' ? to : to.default) && !JSON.stringify(to).includes('*'),
    );
    return {
      name,
      folder,
      file: join(target, file),
      exports: code.map(([one]) => one),
      typed: code.some(([, to]) => typeof to !== 'string'),
    };
  });
}

async function lint({ name, file }) {
  const { code, output } = await run('publint', [file, '--strict'], { cwd: root, env });
  return code === 0 ? [] : [`${name}: ${output}`];
}

/** Those who resolve packages as Node 10 did, or take types of ES modules for those of CommonJS, are left out: the profile "esm-only". */
async function checkTypes({ name, file, typed }) {
  if (!typed) return [];
  const { types, problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(file))));
  if (types === false) return [`${name}: there are no types`];
  const ignored = ['node10', 'node16-cjs'];
  return problems.filter(({ resolutionKind }) => !ignored.includes(resolutionKind)).map((problem) => `${name}: ${JSON.stringify(problem)}`);
}

/** A project that holds the tarballs as npm would lay them out; what they depend on is that of the workspace, so nothing is downloaded. */
async function consume(tarballs, project) {
  const modules = join(project, 'node_modules');
  for (const { name, folder, file } of tarballs) {
    const target = join(modules, name);
    mkdirSync(target, { recursive: true });
    const { code, output } = await run('tar', ['-xzf', file, '-C', target, '--strip-components=1'], { cwd: root, env });
    if (code !== 0) throw new Error(`tar ended with ${code}\n${output}`);
    const { dependencies = {} } = readJson(join(target, 'package.json'));
    for (const [dependency, version] of Object.entries(dependencies)) {
      if (/^(workspace|catalog|link):/.test(version)) return [`${name} depends on ${dependency} ${version}, which no registry knows`];
      if (!tarballs.some((other) => other.name === dependency))
        link(join(root, folder, 'node_modules', dependency), join(modules, dependency));
    }
  }
  writeFileSync(join(project, 'package.json'), '{"name":"consumer","private":true}');
  writeFileSync(join(project, 'main.cjs'), consumer);
  const specifiers = tarballs
    .flatMap(({ name, exports }) => exports.map((one) => posix.join(name, one)))
    .filter((specifier) => specifier !== runnersOwn);
  const ran = await run(process.execPath, ['--no-warnings', 'main.cjs', ...specifiers], { cwd: project, env });
  const wrong =
    ran.code === 0 && ran.stdout.trim() === `${specifiers.length} required, pass` ? [] : [`a program in CommonJS: ${ran.output}`];
  const help = await run(process.execPath, ['node_modules/stepfork/bin/run.js', '--version'], { cwd: project, env });
  return help.code === 0 ? wrong : [...wrong, `stepfork --version: ${help.output}`];
}

/** What only a test file of vitest imports; vitest itself cannot be required. */
const runnersOwn = '@stepfork/export/testing';

function link(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { recursive: true, force: true });
  symlinkSync(realpathSync(from), to, 'junction');
}

/** Requires all that is published, gets the same as who imports it, records a run and checks it. */
const consumer = `
const assert = require('node:assert');
const specifiers = process.argv.slice(2);
(async () => {
  for (const specifier of specifiers) {
    const required = require(specifier);
    if (specifier.endsWith('.json')) continue;
    const imported = await import(specifier);
    for (const name of Object.keys(imported)) assert.strictEqual(required[name], imported[name], specifier + ' ' + name);
  }
  const { record, tool } = require('@stepfork/interceptor');
  const { check } = require('@stepfork/replay');
  const double = tool('double', async ({ n }) => ({ n: 2 * n }));
  const agent = async (n) => (await double({ n })).n;
  const trunk = await record(agent, 21);
  const traces = { trunk, forks: [], sealed: true, damage: null };
  const { verdict } = await check({ traces, agent, claim: { returns: 42 } });
  console.log(specifiers.length + ' required, ' + verdict.kind);
})();
`;
