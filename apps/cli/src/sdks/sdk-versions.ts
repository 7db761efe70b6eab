import type { InstalledSdk } from './installed-sdks.ts';

/** The versions of SDKs as the head of a recording takes them, by name: of several copies all. What is not hooked is left out, since nothing of it is recorded. */
export function sdkVersions(installed: readonly InstalledSdk[]): Readonly<Record<string, string>> {
  const versions = new Map<string, ReadonlySet<string>>();
  for (const { sdk, version } of installed)
    if (sdk.hooks.length > 0) versions.set(sdk.name, new Set([...(versions.get(sdk.name) ?? []), version]));
  return Object.fromEntries([...versions].map(([name, all]) => [name, [...all].join(', ')]));
}
