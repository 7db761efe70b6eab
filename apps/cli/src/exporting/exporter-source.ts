import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Config as OclifConfig } from '@oclif/core/config';
import type { Config } from '../config/config.ts';
import { findPackage } from '../sdks/find-package.ts';
import { UsageError } from '../usage-error.ts';

/** Where exporters that are not ours are found: data, so that only a worker loads them. */
export type ExporterSource = { readonly origin: string } & (
  | { readonly kind: 'config-value'; readonly file: string; readonly index: number }
  | { readonly kind: 'module'; readonly file: string }
  | { readonly kind: 'hook'; readonly plugin: string; readonly file: string; readonly identifier: string; readonly config: HookConfig }
);

/** What a hook is told of us. */
export type HookConfig = Readonly<Record<'name' | 'version' | 'bin' | 'root' | 'cacheDir' | 'configDir' | 'dataDir', string>>;

/**
 * The doors: values and modules of the config, and oclif plugins that answer the hook `stepfork:exporters`, installed or named in the config.
 *
 * @throws UsageError for what cannot be found
 */
export function exporterSources(config: Config, configFile: string | null, oclif: OclifConfig): readonly ExporterSource[] {
  const installed = [...oclif.plugins.values()].map(({ name, root, hooks }) => ({
    name,
    root,
    origin: `plugin ${name}`,
    hooks: hooks[event] ?? [],
  }));
  return [
    ...ofConfig(config, configFile),
    ...[...installed, ...ofProject(config, configFile)].flatMap((plugin) => ofPlugin(plugin, oclif)),
  ];
}

const event = 'stepfork:exporters';

/** A plugin of oclif, as far as it matters here. */
interface Plugin {
  readonly name: string;
  readonly root: string;
  readonly origin: string;
  readonly hooks: readonly { readonly target: string; readonly identifier: string }[];
}

/** Packages of the project that are plugins. */
function ofProject({ plugins = [] }: Config, configFile: string | null): readonly Plugin[] {
  if (configFile === null) return [];
  return plugins.map((name) => {
    const found = findPackage(name, dirname(configFile));
    if (found === null) throw new UsageError(`The plugin ${name} was not found.`, 'Install it, or correct `plugins` in the config.');
    const manifest = JSON.parse(readFileSync(join(found.folder, 'package.json'), 'utf8')) as {
      readonly oclif?: { readonly hooks?: Readonly<Record<string, unknown>> };
    };
    const hooks = [manifest.oclif?.hooks?.[event] ?? []].flat().map((hook) => {
      if (typeof hook === 'string') return { target: hook, identifier: 'default' };
      const { target, identifier = 'default' } = hook as { readonly target: string; readonly identifier?: string };
      return { target, identifier };
    });
    if (hooks.length === 0) {
      throw new UsageError(`The plugin ${name} does not answer ${event}.`, `Its package.json has no oclif.hooks["${event}"].`);
    }
    return { name, root: found.folder, origin: `plugin ${name}, named in ${basename(configFile)}`, hooks };
  });
}

function ofConfig({ exporters = [] }: Config, configFile: string | null): readonly ExporterSource[] {
  if (configFile === null) return [];
  const origin = basename(configFile);
  return exporters.map((exporter, index) => {
    if (typeof exporter !== 'string') return { kind: 'config-value', origin, file: configFile, index };
    return { kind: 'module', origin: `${exporter}, named in ${origin}`, file: resolveModule(exporter, configFile) };
  });
}

function resolveModule(specifier: string, from: string): string {
  try {
    return createRequire(from).resolve(specifier);
  } catch (cause) {
    throw new UsageError(`The exporter ${specifier} was not found.`, 'Install it, or correct `exporters` in the config.', { cause });
  }
}

function ofPlugin(plugin: Plugin, oclif: OclifConfig): readonly ExporterSource[] {
  const { name, version, bin, root, cacheDir, configDir, dataDir } = oclif;
  const config = { name, version, bin, root, cacheDir, configDir, dataDir };
  return plugin.hooks.map(({ target, identifier }) => ({
    ...{ kind: 'hook', origin: plugin.origin, plugin: plugin.name },
    ...{ file: hookFile(plugin, target), identifier, config },
  }));
}

/** oclif lets the ending of the file be left out. */
function hookFile({ name, root }: { readonly name: string; readonly root: string }, target: string): string {
  const require = createRequire(join(root, 'package.json'));
  for (const ending of ['', '.mjs', '.cjs', '.ts']) {
    try {
      return require.resolve(join(root, `${target}${ending}`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new UsageError(`The plugin ${name} has no file ${target}, which should give its exporters.`, 'Update it, or uninstall it.');
}
