import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { installedSdks } from './installed-sdks.ts';
import { sdkVersions } from './sdk-versions.ts';

type Manifest = Readonly<Record<string, unknown>>;

/** A folder with these package.json files, by their folders, and the links that a package manager makes. */
function installed(manifests: Readonly<Record<string, Manifest | string>>, links: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'stepfork-sdks-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [folder, manifest] of Object.entries(manifests)) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  }
  for (const [link, folder] of Object.entries(links)) {
    mkdirSync(dirname(join(root, link)), { recursive: true });
    symlinkSync(join(root, folder), join(root, link));
  }
  return root;
}

function found(root: string, folder = '.'): unknown {
  return installedSdks(join(root, folder)).map(({ sdk, version, support, folder: place }) =>
    [sdk.name, version, support.kind, relative(root, place)].join(' '),
  );
}

it('finds the nearest copy upwards', () => {
  const root = installed({
    'node_modules/openai': { version: '4.1.0' },
    'apps/bot/node_modules/openai': { version: '7.60.0' },
    'apps/bot/src': {},
  });
  expect(found(root, 'apps/bot/src')).toEqual(['openai 7.60.0 supported apps/bot/node_modules/openai']);
  expect(found(root, 'apps')).toEqual(['openai 4.1.0 other-version node_modules/openai']);
});

it('finds the copies that SDKs carry, as npm lays them down', () => {
  const root = installed({
    'node_modules/@anthropic-ai/sdk': { version: '1.14.0' },
    'node_modules/@langchain/anthropic': { version: '1.5.11', dependencies: { '@anthropic-ai/sdk': '^0.122.0' } },
    'node_modules/@langchain/anthropic/node_modules/@anthropic-ai/sdk': { version: '0.122.0' },
  });
  expect(found(root)).toEqual([
    '@anthropic-ai/sdk 1.14.0 supported node_modules/@anthropic-ai/sdk',
    '@anthropic-ai/sdk 0.122.0 supported node_modules/@langchain/anthropic/node_modules/@anthropic-ai/sdk',
    '@langchain/anthropic 1.5.11 supported node_modules/@langchain/anthropic',
  ]);
  expect(sdkVersions(installedSdks(root))).toEqual({ '@anthropic-ai/sdk': '1.14.0, 0.122.0', '@langchain/anthropic': '1.5.11' });
});

it('finds them as pnpm links them, and counts one copy once', () => {
  const store = (name: string) => `node_modules/.pnpm/${name}/node_modules/${name}`;
  const root = installed(
    { [store('langchain')]: { version: '1.5.14', peerDependencies: { openai: '*' } }, [store('openai')]: { version: '4.104.0' } },
    {
      'node_modules/langchain': store('langchain'),
      'node_modules/openai': store('openai'),
      'node_modules/.pnpm/langchain/node_modules/openai': store('openai'),
    },
  );
  expect(found(root)).toEqual(['openai 4.104.0 other-version node_modules/openai', 'langchain 1.5.14 supported node_modules/langchain']);
});

it('names a general HTTP client only where the project asks for it', () => {
  const packages = { 'node_modules/axios': { version: '1.9.0' }, 'node_modules/undici': { version: '7.0.0' } };
  expect(found(installed({ ...packages, '.': { dependencies: { undici: '^7.0.0' } } }))).toEqual([
    'undici 7.0.0 not-hooked node_modules/undici',
  ]);
  expect(found(installed({ ...packages, '.': { devDependencies: { axios: '*' } } }))).toEqual([expect.stringMatching(/^axios 1\.9\.0 /)]);
  expect(found(installed({ ...packages, '.': {} }))).toEqual([]);
});

it.each<readonly [string, Manifest | string]>([
  ['without a version', {}],
  ['that is no JSON', '{'],
  ['that is null', 'null'],
])('takes a package.json %s for no package', (_, manifest) => {
  expect(found(installed({ '.': manifest, 'node_modules/openai': manifest, 'node_modules/ai': { version: '5.0.277' } }))).toEqual([
    'ai 5.0.277 supported node_modules/ai',
  ]);
});
