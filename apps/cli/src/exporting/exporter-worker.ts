import { parentPort, workerData } from 'node:worker_threads';
import {
  createExporterRegistry,
  type ExporterRegistry,
  type OfferedExporter,
  type RegisteredExporter,
  renderedFiles,
} from '@stepfork/export';
import { loadModule, type ModuleExports } from '../agent/load-module.ts';
import type { Config } from '../config/config.ts';
import { UsageError } from '../errors/usage-error.ts';
import { encodeError } from '../pool/error-wire.ts';
import type { ExporterOrder, ExporterReport, SaidExporter } from './exporter-messages.ts';
import type { ExporterSource } from './exporter-source.ts';

// A thread of its own for code of plugins: one that hangs, ends its process or prints does it here. Started by exporter-thread.ts.

const sources = workerData as readonly ExporterSource[];
let registry: ExporterRegistry | null = null;

parentPort?.on('message', async (order: ExporterOrder) => {
  try {
    tell(await carriedOut(order));
  } catch (error) {
    tell({ kind: 'refused', error: encodeError(error) });
  }
});

function tell(report: ExporterReport): void {
  parentPort?.postMessage(report);
}

async function carriedOut(order: ExporterOrder): Promise<ExporterReport> {
  switch (order.kind) {
    case 'load': {
      const offered: OfferedExporter[] = [];
      for (const source of sources) {
        tell({ kind: 'doing', whose: source.origin });
        offered.push(...(await offeredBy(source)).map((exporter) => ({ exporter, origin: source.origin })));
      }
      registry = createExporterRegistry(offered);
      return { kind: 'loaded', list: registry.list.filter(({ origin }) => origin !== 'built in').map(said) };
    }
    case 'render': {
      if (registry === null) throw new Error('a render was asked for before the exporters were loaded');
      tell({ kind: 'doing', whose: `the exporter ${order.name}` });
      return { kind: 'rendered', files: await renderedFiles(registry.get(order.name), order.request) };
    }
  }
}

/** As data: whatever else the value has, it may be nothing that can be sent. */
function said({ origin, exporter: { name, summary, packages, command, switches } }: RegisteredExporter): SaidExporter {
  return {
    ...{ origin, name, summary },
    ...(packages && { packages: [...packages] }),
    ...(command && { command: [...command] }),
    ...(switches && { switches: { ...switches } }),
  };
}

async function offeredBy(source: ExporterSource): Promise<readonly unknown[]> {
  switch (source.kind) {
    case 'config-value':
      return [((await loadModule(source.file)).default as Config).exporters?.[source.index]];
    case 'module':
      return [(await loadModule(source.file)).default];
    case 'hook':
      return answerOf(source);
  }
}

async function answerOf({ plugin, file, identifier, config }: Extract<ExporterSource, { kind: 'hook' }>): Promise<readonly unknown[]> {
  try {
    const hook = hookIn(await loadModule(file), identifier);
    const print = (...said: readonly unknown[]): void => console.error(...said);
    const fail = (error: unknown): never => {
      throw error instanceof Error ? error : new Error(String(error));
    };
    const context = { config, debug: print, log: print, warn: print, error: fail, exit: () => fail('it tried to end the command') };
    const answer: unknown = await hook.call(context, { config, context });
    return Array.isArray(answer) ? answer : [answer];
  } catch (cause) {
    throw new UsageError(`The plugin ${plugin} failed to give its exporters.`, 'Update it, or uninstall it.', {
      cause: cause instanceof UsageError ? cause.cause : cause,
    });
  }
}

/** As oclif finds it: the named export, or for the default one any function. */
function hookIn(module: ModuleExports, identifier: string): (this: unknown, options: unknown) => unknown {
  const found =
    module[identifier] ?? (identifier === 'default' ? Object.values(module).find((one) => typeof one === 'function') : undefined);
  if (typeof found === 'function') return found as (this: unknown, options: unknown) => unknown;
  throw new Error(`its module exports no function ${identifier}`);
}
