// Reads tests in JavaScript with the parser of Node and runs them with stand-ins for all that they import: says what reached these. One process for all
// files, started with --experimental-vm-modules; gets [{ path, text, exported }] as JSON on stdin.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import vm from 'node:vm';

let seen;
// Node 20 ends with a fault where one that is still linked to others is collected.
const kept = [];
const test = (title, ...rest) => {
  seen.titles.push(title);
  seen.body = rest.find((one) => typeof one === 'function');
};
const verify = ({ traces, agent, ...data }) => {
  seen.cases.push({ trace: decodeURIComponent(traces.pathname), agent, data });
};
const globals = {
  URL,
  test,
  console: { log: (text) => seen.printed.push(text) },
  process: {
    platform: 'linux',
    get env() {
      return seen.environment;
    },
  },
};
const context = vm.createContext(globals);
const importModuleDynamically = async (specifier) => {
  const module = standIn(specifier);
  await module.link(() => {});
  await module.evaluate();
  return module;
};

const files = JSON.parse(readFileSync(0, 'utf8'));
const results = [];
for (const { path, text, exported } of files) {
  seen = { titles: [], cases: [], printed: [], specifiers: [], asked: [], environment: Object.create(null), exported, body: null };
  try {
    await (path.endsWith('.cjs') ? runScript(text) : runModule(text));
    await seen.body?.();
    const { titles, cases, printed, specifiers, asked, environment } = seen;
    results.push({ titles, cases, printed, specifiers, asked, environment });
  } catch (error) {
    results.push({ error: String(error?.stack ?? error) });
  }
}
process.stdout.write(JSON.stringify(results));

async function runModule(text) {
  const module = new vm.SourceTextModule(text, {
    context,
    importModuleDynamically,
    initializeImportMeta: (meta) => {
      meta.url = 'file:///tests/x.test.mjs';
    },
  });
  kept.push(module);
  await module.link(standIn);
  await module.evaluate();
}

function standIn(specifier) {
  const known = {
    vitest: { test, vi: { hoisted: (body) => body() } },
    'node:test': { test },
    '@stepfork/replay': { verify },
    '@stepfork/http/register': {},
    '@stepfork/register': {},
  };
  if (!Object.hasOwn(known, specifier)) seen.specifiers.push(specifier);
  const exports = Object.hasOwn(known, specifier) ? known[specifier] : { [seen.exported]: 'the agent' };
  const names = Object.keys(exports);
  const module = new vm.SyntheticModule(names, () => names.map((name) => module.setExport(name, exports[name])), { context });
  kept.push(module);
  return module;
}

function runScript(text) {
  const spawnSync = (_program, args) => {
    seen.asked.push(args);
    return { status: 0, stdout: args[0] === '--version' ? 'stepfork/0.1.0 linux-x64 node-v20' : '{"verdict":{"kind":"pass"},"report":""}' };
  };
  const modules = {
    'node:child_process': { spawnSync },
    'node:fs': { existsSync: () => true },
    'node:path': { delimiter: ':', dirname, join },
  };
  vm.compileFunction(text, ['require', '__dirname'], { parsingContext: context })((name) => modules[name], '/tests');
}
