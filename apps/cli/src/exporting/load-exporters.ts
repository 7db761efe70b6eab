import type { Config as OclifConfig } from '@oclif/core/config';
import type { Exporter, ExporterRegistry, ExportRequest } from '@stepfork/export';
import type { Config } from '../config/config.ts';
import { exporterDoors } from './exporter-doors.ts';
import { startExporterThread } from './exporter-thread.ts';

/**
 * All exporters: built in, of the config, and of oclif plugins that answer the hook `stepfork:exporters` with a list of exporters. Code that is
 * not ours runs in a thread of its own, under a time limit: what is given here is what it says of itself, with a `render` that asks that thread.
 *
 * @throws UsageError for a module that cannot be found, and a plugin that throws, hangs or ends its process; StepforkError for what is no
 * exporter, and for two of one name
 */
export async function loadExporters(
  config: Config,
  configFile: string | null,
  oclif: OclifConfig,
  options: { readonly limitMs?: number } = {},
): Promise<ExporterRegistry> {
  const { createExporterRegistry } = await import('@stepfork/export');
  const sources = exporterDoors(config, configFile, oclif).flatMap((door) => door.sources());
  if (sources.length === 0) return createExporterRegistry();
  const thread = startExporterThread(sources, options);
  return createExporterRegistry(
    (await thread.load()).map(({ origin, ...said }) => {
      const render = (request: ExportRequest) => thread.render(said.name, request);
      // A promise, which planExport waits for.
      return { origin, exporter: { ...said, render: render as unknown as Exporter['render'] } };
    }),
  );
}
