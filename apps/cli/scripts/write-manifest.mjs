import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Plugin } from '@oclif/core/config';

// What `oclif manifest` does, without the package of that name, which brings a hundred others along. With the manifest a start loads one command, not all.
const root = fileURLToPath(new URL('..', import.meta.url));
const plugin = new Plugin({ errorOnManifestCreate: true, ignoreManifest: true, respectNoCacheDefault: true, root, type: 'core' });
await plugin.load();
writeFileSync(new URL('../oclif.manifest.json', import.meta.url), `${JSON.stringify(plugin.manifest, null, 2)}\n`);
