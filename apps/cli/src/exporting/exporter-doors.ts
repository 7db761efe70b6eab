import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Config as OclifConfig } from '@oclif/core/config';
import type { Config } from '../config/config.ts';
import { UsageError } from '../errors/usage-error.ts';
import { findPackage } from '../sdks/find-package.ts';
import type { ExporterSource } from './exporter-source.ts';

/** One thing that was named or installed to bring exporters. */
export interface ExporterDoor {
  /** Of a plugin or a module as it was named. */
  readonly name: string;
  /** `null`: it is no package, or is not installed. */
  readonly version: string | null;
  readonly origin: string;
  /** What is behind it: nothing, where a plugin of oclif brings something else. */
  readonly sources: () => readonly ExporterSource[];
}

const event = 'stepfork:exporters';

/**
 * The doors, shut: values and modules of the config, and oclif plugins that answer the hook `stepfork:exporters`, installed or named in the config.
 * Each, opened, throws a UsageError for what cannot be found.
 */
export function exporterDoors(config: Config, configFile: string | null, oclif: OclifConfig): readonly ExporterDoor[] {
  return [...ofConfig(config, configFile), ...ofCommandLine(oclif), ...ofProject(config, configFile, oclif)];
}

function ofConfig({ exporters = [] }: Config, file: string | null): readonly ExporterDoor[] {
  if (file === null) return [];
  const origin = basename(file);
  return exporters.map((exporter, index) => {
    if (typeof exporter !== 'string')
      return { name: exporter.name, version: null, origin, sources: () => [{ kind: 'config-value', origin, file, index }] };
    const named = `${exporter}, named in ${origin}`;
    return {
      name: exporter,
      version: findPackage(packageOf(exporter), dirname(file))?.version ?? null,
      origin: named,
      sources: () => [{ kind: 'module', origin: named, file: resolveModule(exporter, file) }],
    };
  });
}

/** Plugins that are installed for the command line; it is the root of them itself. */
function ofCommandLine(oclif: OclifConfig): readonly ExporterDoor[] {
  return [...oclif.plugins.values()]
    .filter(({ root }) => root !== oclif.root)
    .map(({ name, version, root, hooks }) => {
      const origin = `plugin ${name}`;
      return { name, version: version ?? null, origin, sources: () => ofPlugin({ name, root, origin, hooks: hooks[event] ?? [] }, oclif) };
    });
}

/** Packages of the project that are plugins. */
function ofProject({ plugins = [] }: Config, file: string | null, oclif: OclifConfig): readonly ExporterDoor[] {
  if (file === null) return [];
  return plugins.map((name) => {
    const found = findPackage(name, dirname(file));
    const origin = `plugin ${name}, named in ${basename(file)}`;
    return {
      name,
      version: found?.version ?? null,
      origin,
      sources: () => {
        if (found === null) throw new UsageError(`The plugin ${name} was not found.`, 'Install it, or correct `plugins` in the config.');
        return ofPlugin({ name, root: found.folder, origin, hooks: hooksOf(name, found.folder) }, oclif);
      },
    };
  });
}

/** A plugin of oclif, as far as it matters here. */
interface Plugin {
  readonly name: string;
  readonly root: string;
  readonly origin: string;
  readonly hooks: readonly Hook[];
}

interface Hook {
  readonly target: string;
  readonly identifier: string;
}

function hooksOf(name: string, folder: string): readonly Hook[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
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
  return hooks;
}

/** `@team/tap/exporter.mjs` stands in the package `@team/tap`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
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
function hookFile({ name, root }: Plugin, target: string): string {
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
