// Puts modules and everything behind them into one file each, with the licences of what went in beside it: oclif, which each start of ours loads, the
// recorder, which each process of a recorded program loads before the program, what takes its place in a replay, what both load with the first client of MCP, and
// what they start in a thread of its own on Node 20.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// CommonJS inside asks for these.
const required = [
  "import { createRequire as toRequire } from 'node:module';",
  'const require = toRequire(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
];
const asModule = { format: 'esm', keepNames: true, banner: { js: required.join('\n') } };
const asCommonJs = {
  format: 'cjs',
  keepNames: true,
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
};
// Of what is loaded later in the same file nothing could be left out of the rest either: each module that both import would be there whole.
const mcpApart = {
  name: 'mcp-apart',
  setup: (build) =>
    build.onResolve({ filter: /\/wrap-transport\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './wrap-transport.cjs', external: true } : undefined,
    ),
};
// Our packages are built in few files: of their sources all can be left out that is not needed here.
const ownSources = {
  name: 'own-sources',
  setup: (build) =>
    build.onResolve({ filter: /^@stepfork\// }, ({ path }) => {
      const [, name, ...rest] = path.split('/');
      const folder = join(root, '../../packages', name);
      const { exports, sideEffects = true } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const built = exports[['.', ...rest].join('/')].default;
      return { path: join(folder, built.replace('dist', 'src').replace(/js$/, 'ts')), sideEffects };
    }),
};
// Each process of a program reads one of them. Of an error that nobody catches Node prints the whole line that threw it, so lines stay short.
const forProcess = {
  ...asCommonJs,
  plugins: [mcpApart, ownSources],
  supported: { 'dynamic-import': false },
  minifyWhitespace: true,
  lineLimit: 120,
};
const digestOf = (file) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'dist', file)))
    .digest('hex')
    .slice(0, 16);
const preloads = {
  record: () => ({
    ...asCommonJs,
    define: { ...asCommonJs.define, recorderDigest: JSON.stringify(digestOf('program/process/record-process.cjs')) },
  }),
  replay: () => ({ ...asModule, define: { replayDigest: JSON.stringify(digestOf('program/process/replay-process.cjs')) } }),
};
const bundles = [
  ['oclif.js', 'src/oclif.ts', () => asModule],
  ['program/process/record-process.cjs', 'src/program/process/record-process.ts', () => forProcess],
  ['program/process/replay-process.cjs', 'src/program/process/replay-process.ts', () => forProcess],
  ['program/process/wrap-transport.cjs', '../../packages/mcp/src/wrap-transport.ts', () => ({ ...asCommonJs, plugins: [ownSources] })],
  ['program/process/record-preload.cjs', 'src/program/process/record-preload.ts', preloads.record],
  ['program/process/preload.js', 'src/program/process/preload.ts', preloads.replay],
  ['program/process/hook-thread.js', '../../packages/interceptor/src/modules/hook-thread.ts', () => asModule],
];
for (const [file, entry, form] of bundles) {
  const name = file.replace(/\.c?js$/, '');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: `dist/${file}`,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    ...form(),
    metafile: true,
    logLevel: 'warning',
  });

  const packages = new Set(
    Object.entries(metafile.outputs[`dist/${file}`].inputs).flatMap(([input, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []) : [],
    ),
  );
  const notices = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const text = readdirSync(join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
    return `${name} ${version} (${license})\n\n${text === undefined ? '' : readFileSync(join(root, folder, text), 'utf8').trim()}`;
  });
  if (notices.length > 0) writeFileSync(join(root, 'dist', `${name}.licenses.txt`), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
  // Of what the compiler made of the entry.
  for (const left of [`${name}.js.map`, ...(file.endsWith('.cjs') ? [`${name}.js`] : [])])
    rmSync(join(root, 'dist', left), { force: true });
}
