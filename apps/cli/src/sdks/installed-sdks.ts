import { type HookPoint, knownSdks, type Sdk, type Support, supportOf } from '@stepfork/http/sdks';
import { findPackage, projectNeeds } from './find-package.ts';

/** One copy of a known SDK. */
export interface InstalledSdk {
  readonly sdk: Sdk;
  readonly version: string;
  readonly folder: string;
  readonly support: Support;
}

/**
 * The SDKs that code in a folder gets, and the copies that these carry for themselves, in the order of the table of SDKs. A general HTTP client counts
 * only where the project itself asks for it: another package may need it for anything.
 */
export function installedSdks(from: string): readonly InstalledSdk[] {
  const found = new Map<string, InstalledSdk>();
  const look = (folder: string, wanted: readonly Sdk[]): void => {
    for (const sdk of wanted) {
      const copy = findPackage(sdk.name, folder);
      if (copy === null || found.has(copy.copy)) continue;
      found.set(copy.copy, { sdk, version: copy.version, folder: copy.folder, support: supportOf(sdk, copy.version) });
      look(
        copy.copy,
        ofModels.filter(({ name }) => copy.needs.includes(name)),
      );
    }
  };
  const own = projectNeeds(from);
  look(
    from,
    knownSdks.filter((sdk) => ofModels.includes(sdk) || own.includes(sdk.name)),
  );
  return [...found.values()].sort((a, b) => knownSdks.indexOf(a.sdk) - knownSdks.indexOf(b.sdk));
}

const points: readonly HookPoint[] = ['fetch', 'client-fetch', 'middleware'];
const ofModels = knownSdks.filter(({ hooks }) => hooks.some(({ at }) => points.includes(at)));
