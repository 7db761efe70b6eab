// The import floors of docs/architecture.md, on the TypeScript sources: imports go down, never
// sideways and never up, in tests too, also if they are types only.
// `scripts/floors.test.mjs` proves that each rule fails where it should.

/** Lowest floor first. Packages on one floor never meet. */
const floors = [
  ['packages/trace'],
  ['packages/interceptor'],
  ['packages/replay'],
  ['packages/minimize', 'packages/export', 'packages/score'],
  ['apps/cli', 'apps/viewer', 'packages/exporter-[^/]+', 'packages/score-source'],
];

/** Folders of packages/trace/src, as docs/architecture.md lists them. */
const traceFolders = ['bytes|platform', 'json', 'redaction', 'values', 'shapes', 'wire', 'codecs', 'reading|writing|node', 'diff'];

/** Boundaries for transports and SDKs: each is installed by who uses it. */
const adapters = 'http|ai-sdk|mcp|langchain|openai-agents';

const tests = String.raw`\.test\.m?ts$|^packages/[^/]+/(test|fixtures)/|^apps/[^/]+/test/`;

export default {
  forbidden: [
    ...floors.flatMap((floor, height) =>
      floor.map((name) => ({
        name: `floor-${height + 1}-${name.replace(/^.*\//, '').replace(/[^a-z-]/g, '')}`,
        comment: `${name} may import only what stands on a lower floor than ${height + 1}.`,
        severity: 'error',
        from: { path: `^${name}/` },
        to: { path: floors.slice(height).flatMap((same) => same.map((other) => `^${other}/`)), pathNot: `^${name}/` },
      })),
    ),
    ...traceFolders.slice(0, -1).map((folder, height) => ({
      name: `trace-folder-${folder.replaceAll('|', '-')}`,
      comment: `What stands in ${folder} imports only folders that docs/architecture.md lists above it.`,
      severity: 'error',
      from: { path: `^packages/trace/src/(${folder})/`, pathNot: tests },
      to: { path: `^packages/trace/src/(${traceFolders.slice(height + 1).join('|')})/` },
    })),
    {
      name: 'adapters-know-interceptor-only',
      comment: 'An adapter stands beside interceptor; its tests may replay what it recorded.',
      severity: 'error',
      from: { path: `^packages/(${adapters})/`, pathNot: tests },
      to: { path: '^(packages|apps)/', pathNot: '^packages/($1|trace|interceptor)/' },
    },
    {
      name: 'adapters-below-export',
      comment: 'Tests of an adapter need no more than a replay.',
      severity: 'error',
      from: { path: `^packages/(${adapters})/` },
      to: { path: '^(apps|packages/(export|minimize|score))/' },
    },
    {
      name: 'nobody-needs-an-adapter',
      comment: 'Who replays or exports does not have to install the adapter of an SDK.',
      severity: 'error',
      // @stepfork/register puts them all in place: who imports it asks for them.
      from: { path: '^packages/', pathNot: `^packages/(${adapters}|register)/` },
      to: { path: `^packages/(${adapters})/` },
    },
    {
      name: 'testkit-in-tests-only',
      comment: 'packages/testkit is private: what is published never imports it.',
      severity: 'error',
      from: { pathNot: [tests, '^packages/testkit/', '^bench/'] },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'published-names-only',
      comment: 'Another package is imported by its name, through its `exports`, never by a path into its folder.',
      severity: 'error',
      from: { path: '^((packages|apps|examples)/[^/]+|bench|docs)/' },
      to: { path: '^(packages|apps|examples|bench|docs)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'examples-as-users',
      comment: 'An example is code of a user: nothing that is published depends on one.',
      severity: 'error',
      from: { path: '^(packages|apps|docs)/' },
      to: { path: '^examples/' },
    },
    {
      name: 'no-own-index',
      comment: 'index.ts only lists names for others; inside a package the file itself is imported.',
      severity: 'error',
      from: { path: '^((packages|apps)/[^/]+)/' },
      to: { path: '^$1/src/index\\.ts$' },
    },
    { name: 'no-circles', comment: 'No file imports itself on a way around.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolves',
      comment: 'Each import leads to a file: a name that is in no `exports`, or a package that is not built, ends here.',
      severity: 'error',
      // bench/sdk, bench/peers and bench/source are workspaces of their own, which are installed when they are run.
      from: { pathNot: '^bench/(zoo/cases|sdk|peers|source)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      mainFields: ['types', 'main'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.d.ts', '.json'],
    },
  },
};
