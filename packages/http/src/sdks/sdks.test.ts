import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { knownSdks } from './known-sdks.ts';
import type { HookPoint } from './sdk.ts';
import { supportOf } from './support-of.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const { sdks } = JSON.parse(read('bench/sdk/results.json')) as {
  readonly sdks: Readonly<Record<string, { readonly versions: Readonly<Record<string, string>> }>>;
};

/** `name@version`. */
function measuredAt(...points: readonly HookPoint[]): readonly string[] {
  return knownSdks.flatMap(({ name, hooks }) =>
    hooks.filter(({ at }) => points.includes(at)).flatMap(({ measured }) => measured.map((version) => `${name}@${version}`)),
  );
}

function support(name: string, version: string): unknown {
  const sdk = knownSdks.find((one) => one.name === name);
  if (sdk === undefined) throw new Error(`${name} is not known`);
  const { kind, hooks } = supportOf(sdk, version);
  return [kind, hooks.map(({ at }) => at)];
}

it('calls measured at fetch what the runs behind docs/sdks.md have measured, and what these carried along', () => {
  const told = measuredAt('fetch', 'client-fetch', 'http-request');
  const ran = Object.values(sdks).flatMap(({ versions }) => Object.entries(versions).map(([name, version]) => `${name}@${version}`));
  expect(ran.length).toBeGreaterThan(10);
  expect(told).toEqual(expect.arrayContaining([...new Set(ran)]));
  const installed = read('bench/sdk/pnpm-lock.yaml');
  expect(told.filter((one) => !installed.includes(`  ${one}:`) && !installed.includes(`  '${one}':`))).toEqual([]);
});

it.each([
  ['middleware', 6],
  ['tools', 5],
] as const)('calls measured at %s what its tests run on', (point, count) => {
  const catalog = read('pnpm-workspace.yaml');
  for (const one of measuredAt(point)) {
    const [name = '', version = ''] = one.split(/(?<=.)@/);
    const isThere = catalog.includes(`npm:${name}@${version}`) || new RegExp(`^ +"?${name}"?: ${version}$`, 'm').test(catalog);
    expect([one, isThere]).toEqual([one, true]);
  }
  expect(measuredAt(point)).toHaveLength(count);
});

it('calls measured at the transport what bench:mcp has measured', () => {
  const { rows } = JSON.parse(read('bench/sdk/mcp/results.json')) as {
    readonly rows: readonly { readonly versions: Readonly<Record<string, string>> }[];
  };
  const ran = rows.flatMap(({ versions }) => Object.entries(versions).map(([name, version]) => `${name}@${version}`));
  const clients = [...new Set(ran)].filter((one) => !one.startsWith('@modelcontextprotocol/server-'));
  expect(clients.length).toBeGreaterThan(0);
  expect([...measuredAt('transport')].sort()).toEqual(clients.sort());
});

it('knows each package once, and says of one that is not hooked what to do', () => {
  expect(new Set(knownSdks.map(({ name }) => name)).size).toBe(knownSdks.length);
  expect(knownSdks.filter(({ hooks, note }) => hooks.length === 0 && note === undefined)).toEqual([]);
});

it.each<readonly [string, string, unknown]>([
  ['openai', '7.0.0', ['supported', ['client-fetch']]],
  ['openai', '7.60.1-beta.2', ['supported', ['client-fetch']]],
  ['openai', '70.0.0', ['other-version', ['client-fetch']]],
  ['openai', '4.104.0', ['other-version', ['client-fetch']]],
  ['@anthropic-ai/sdk', '0.122.4', ['supported', ['client-fetch']]],
  ['@anthropic-ai/sdk', '0.12.0', ['other-version', ['client-fetch']]],
  ['ai', '7.1.0', ['supported', ['fetch', 'tools', 'middleware']]],
  ['ai', '5.0.1', ['supported', ['fetch', 'tools', 'middleware']]],
  ['ai', '4.3.0', ['other-version', ['fetch', 'tools', 'middleware']]],
  ['@ai-sdk/groq', '3.0.0', ['not-measured', ['fetch']]],
  ['got', '14.0.0', ['supported', ['http-request']]],
  ['axios', '0.27.2', ['other-version', ['http-request']]],
  ['undici', '7.0.0', ['not-hooked', []]],
])('%s %s', (name, version, expected) => {
  expect(support(name, version)).toEqual(expected);
});
