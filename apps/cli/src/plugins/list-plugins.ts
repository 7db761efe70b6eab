import type { Config as OclifConfig } from '@oclif/core/config';
import { createExporterRegistry, type ExporterRegistry, type OfferedExporter } from '@stepfork/export';
import { loadConfig } from '../config/load-config.ts';
import { type ExporterDoor, exporterDoors } from '../exporting/exporter-doors.ts';
import { startExporterThread } from '../exporting/exporter-thread.ts';
import { findPackage } from '../sdks/find-package.ts';

/** Something that extends the command line, or that is wrong with it. */
export interface ListedPlugin {
  readonly name: string;
  /** `null`: it is no package, or is not installed. */
  readonly version: string | null;
  readonly origin: string;
  /** Names of what it adds. */
  readonly exporters: readonly string[];
  /** Why it cannot be used. */
  readonly problem: string | null;
}

/** What extends a command in this folder. Unlike for a command that needs them, one that is broken does not hide the others. */
export async function listPlugins(oclif: OclifConfig, cwd: string): Promise<readonly ListedPlugin[]> {
  const { config, file } = await loadConfig(cwd);
  const doors = exporterDoors(config, file, oclif);
  const opened = await Promise.all(doors.map(open));
  const taken: OfferedExporter[] = [];
  const own = namesOf(createExporterRegistry());
  return [
    {
      name: '@stepfork/export',
      version: findPackage('@stepfork/export', oclif.root)?.version ?? null,
      origin: 'built in',
      exporters: own,
      problem: null,
    },
    ...doors.map(({ name, version, origin }, at): ListedPlugin => {
      const { offered, problem } = opened[at] ?? nothing;
      const refused = problem ?? whyRefused([...taken, ...offered]);
      if (refused === null) taken.push(...offered);
      const exporters = offered.map(({ exporter }) => (exporter as { readonly name: string }).name);
      return { name, version, origin, exporters, problem: refused };
    }),
  ];
}

interface Opened {
  readonly offered: readonly OfferedExporter[];
  readonly problem: string | null;
}

const nothing: Opened = { offered: [], problem: null };

/** Each in a thread of its own, so that what harms one is known of that one. */
async function open({ sources }: ExporterDoor): Promise<Opened> {
  try {
    const found = sources();
    if (found.length === 0) return nothing;
    const offered = (await startExporterThread(found).load()).map(({ origin, ...said }) => ({
      origin,
      exporter: { ...said, render: () => [] },
    }));
    return { offered, problem: null };
  } catch (error) {
    return { offered: [], problem: messageOf(error) };
  }
}

/** A name that is taken already. */
function whyRefused(offered: readonly OfferedExporter[]): string | null {
  try {
    createExporterRegistry(offered);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function namesOf({ list }: ExporterRegistry): readonly string[] {
  return list.map(({ exporter }) => exporter.name);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
