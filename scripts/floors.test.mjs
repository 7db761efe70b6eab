import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rules from '../.dependency-cruiser.mjs';

// A workspace like ours in a temporary folder, with one import at a time that must not be. Resolved as pnpm lays packages out: by links to built files.
const packages = {
  trace: 'packages/trace',
  interceptor: 'packages/interceptor',
  http: 'packages/http',
  replay: 'packages/replay',
  export: 'packages/export',
  minimize: 'packages/minimize',
  testkit: 'packages/testkit',
};
let workspace = '';

beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'stepfork-floors-'));
  mkdirSync(join(workspace, 'node_modules', '@stepfork'), { recursive: true });
  for (const [name, folder] of Object.entries(packages)) {
    write(`${folder}/package.json`, JSON.stringify({ name: `@stepfork/${name}`, exports: { '.': { types: './dist/index.d.ts' } } }));
    write(`${folder}/dist/index.d.ts`, 'export interface Thing {}\n');
    write(`${folder}/src/index.ts`, "export type { Thing } from './thing.ts';\n");
    write(`${folder}/src/thing.ts`, 'export interface Thing {}\n');
    symlinkSync(join(workspace, folder), join(workspace, 'node_modules', '@stepfork', name), 'junction');
  }
  for (const folder of ['json', 'node', 'diff']) write(`packages/trace/src/${folder}/thing.ts`, 'export interface Thing {}\n');
  write('apps/cli/src/index.ts', '');
  write('examples/agent/src/agent.ts', 'export const agent = 1;\n');
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe('the import floors', () => {
  it.each([
    ['floor-1-trace', 'packages/trace/src/bad.ts', "import { replay } from '@stepfork/replay';"],
    ['floor-1-trace', 'packages/trace/src/bad.ts', "import type { Thing } from '@stepfork/replay';"],
    ['floor-1-trace', 'packages/trace/src/bad.ts', "export type { Thing } from '@stepfork/interceptor';"],
    ['floor-1-trace', 'packages/trace/src/bad.ts', "export type Thing = import('@stepfork/replay').Thing;"],
    ['floor-1-trace', 'packages/trace/src/bad.ts', "export const late = () => import('@stepfork/export');"],
    ['floor-1-trace', 'packages/trace/src/bad.test.ts', "import type { Thing } from '@stepfork/replay';"],
    ['floor-2-interceptor', 'packages/interceptor/src/bad.ts', "import type { Thing } from '@stepfork/replay';"],
    ['floor-3-replay', 'packages/replay/src/bad.ts', "import type { Thing } from '@stepfork/export';"],
    ['floor-4-export', 'packages/export/src/bad.ts', "import type { Thing } from '@stepfork/minimize';"],
    ['floor-4-minimize', 'packages/minimize/src/bad.ts', "import type { Thing } from '@stepfork/export';"],
    ['trace-folder-bytes-platform', 'packages/trace/src/platform/bad.ts', "import type { Thing } from '../json/thing.ts';"],
    ['trace-folder-wire', 'packages/trace/src/wire/bad.ts', "import type { Thing } from '../diff/thing.ts';"],
    ['adapters-know-interceptor-only', 'packages/http/src/bad.ts', "import type { Thing } from '@stepfork/replay';"],
    ['adapters-below-export', 'packages/http/src/bad.test.ts', "import type { Thing } from '@stepfork/export';"],
    ['nobody-needs-an-adapter', 'packages/replay/src/bad.ts', "import type { Thing } from '@stepfork/http';"],
    ['nobody-needs-an-adapter', 'packages/interceptor/src/bad.test.ts', "import type { Thing } from '@stepfork/http';"],
    ['testkit-in-tests-only', 'packages/replay/src/bad.ts', "import type { Thing } from '@stepfork/testkit';"],
    ['testkit-in-tests-only', 'apps/cli/src/bad.ts', "import type { Thing } from '@stepfork/testkit';"],
    ['published-names-only', 'packages/replay/src/bad.ts', "import type { Thing } from '../../trace/src/thing.ts';"],
    ['published-names-only', 'examples/other/src/bad.ts', "import type { Thing } from '../../../packages/trace/src/thing.ts';"],
    ['examples-as-users', 'apps/cli/src/bad.ts', "import { agent } from '../../../examples/agent/src/agent.ts';"],
    ['no-own-index', 'packages/replay/src/bad.ts', "import type { Thing } from './index.ts';"],
    ['no-circles', 'packages/replay/src/bad.ts', "export type { Bad } from './bad.ts';"],
    ['resolves', 'packages/replay/src/bad.ts', "import type { Thing } from '@stepfork/trace/dist/index.js';"],
  ])('%s refuses, in %s, the line %s', async (rule, file, line) => {
    write(file, `${line}\n`);
    try {
      expect(await broken()).toContain(rule);
    } finally {
      rmSync(join(workspace, file));
    }
  });

  it.each([
    ['packages/replay/src/good.ts', "import type { Thing } from '@stepfork/trace';"],
    ['packages/trace/src/diff/good.ts', "import type { Thing } from '../json/thing.ts';"],
    ['packages/trace/src/writing/good.ts', "import type { Thing } from '../node/thing.ts';"],
    ['packages/export/src/good.ts', "import type { Thing } from '@stepfork/replay';"],
    ['packages/replay/src/good.test.ts', "import type { Thing } from '@stepfork/testkit';"],
    ['apps/cli/src/good.ts', "import type { Thing } from '@stepfork/export';"],
    ['packages/http/src/good.ts', "import type { Thing } from '@stepfork/interceptor';"],
    ['packages/http/src/good.test.ts', "import type { Thing } from '@stepfork/replay';"],
    ['apps/cli/src/good.ts', "import type { Thing } from '@stepfork/http';"],
    ['examples/agent/src/good.ts', "import type { Thing } from '@stepfork/interceptor';"],
  ])('nothing is refused in %s for the line %s', async (file, line) => {
    write(file, `${line}\n`);
    try {
      expect(await broken()).toEqual([]);
    } finally {
      rmSync(join(workspace, file));
    }
  });
});

/** Names of the rules that the workspace breaks. */
async function broken() {
  const files = ['packages', 'apps', 'examples'].flatMap((top) => sources(top));
  const { output } = await cruise(files, { ...rules.options, ruleSet: { forbidden: rules.forbidden }, validate: true, baseDir: workspace });
  return output.summary.violations.map((violation) => violation.rule.name);
}

function sources(folder) {
  return readdirSync(join(workspace, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('dist'))
    .map((entry) => join(entry.parentPath, entry.name).slice(workspace.length + 1));
}

function write(file, text) {
  mkdirSync(dirname(join(workspace, file)), { recursive: true });
  writeFileSync(join(workspace, file), text);
}
