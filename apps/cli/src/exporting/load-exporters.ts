import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Config as OclifConfig } from '@oclif/core/config';
import type { ExporterRegistry, OfferedExporter } from '@stepfork/export';
import { loadModule } from '../agent/load-module.ts';
import type { Config } from '../config/config.ts';
import { UsageError } from '../usage-error.ts';

/**
 * All exporters: built in, of the config, and of oclif plugins that answer the hook `stepfork:exporters` with a list of exporters.
 *
 * @throws UsageError for a module that cannot be found or a plugin that throws; StepforkError for two of one name
 */
export async function loadExporters(config: Config, configFile: string | null, oclif: OclifConfig): Promise<ExporterRegistry> {
  const { createExporterRegistry } = await import('@stepfork/export');
  return createExporterRegistry([...(await ofConfig(config, configFile)), ...(await ofPlugins(oclif))]);
}

async function ofConfig({ exporters = [] }: Config, file: string | null): Promise<readonly OfferedExporter[]> {
  const origin = file === null ? 'the config' : basename(file);
  return Promise.all(
    exporters.map(async (exporter): Promise<OfferedExporter> => {
      if (typeof exporter !== 'string') return { exporter, origin };
      const module = await loadModule(resolveModule(exporter, file));
      return { exporter: module.default, origin: `${exporter}, named in ${origin}` };
    }),
  );
}

function resolveModule(specifier: string, from: string | null): string {
  try {
    return createRequire(from ?? join(process.cwd(), 'stepfork.config.js')).resolve(specifier);
  } catch (cause) {
    throw new UsageError(`The exporter ${specifier} was not found.`, 'Install it, or correct `exporters` in the config.', { cause });
  }
}

async function ofPlugins(oclif: OclifConfig): Promise<readonly OfferedExporter[]> {
  const { successes, failures } = await oclif.runHook('stepfork:exporters', {});
  const failure = failures[0];
  // oclif collects what a plugin throws and says nothing.
  if (failure !== undefined) {
    throw new UsageError(`The plugin ${failure.plugin.name} failed to give its exporters.`, 'Update it, or uninstall it.', {
      cause: failure.error,
    });
  }
  return successes.flatMap(({ plugin, result }) => asList(result).map((exporter) => ({ exporter, origin: `plugin ${plugin.name}` })));
}

function asList(result: unknown): readonly unknown[] {
  return Array.isArray(result) ? result : [result];
}
