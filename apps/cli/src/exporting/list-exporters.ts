import type { Config as OclifConfig } from '@oclif/core/config';
import { loadConfig } from '../config/load-config.ts';
import { loadExporters } from './load-exporters.ts';

export interface ListedExporter {
  readonly name: string;
  readonly summary: string;
  readonly origin: string;
  /** Flags of its own, each with one line about it. */
  readonly switches: Readonly<Record<string, string>>;
}

/** The exporters that a command here would know. */
export async function listExporters(oclif: OclifConfig, cwd: string = process.cwd()): Promise<readonly ListedExporter[]> {
  const { config, file } = await loadConfig(cwd);
  const { list } = await loadExporters(config, file, oclif);
  return list.map(({ exporter, origin }) => ({
    name: exporter.name,
    summary: exporter.summary,
    origin,
    switches: exporter.switches ?? {},
  }));
}
