import { Worker } from 'node:worker_threads';
import type { ExportedFile, ExportRequest } from '@stepfork/export';
import { UsageError } from '../errors/usage-error.ts';
import { decodeError } from '../pool/error-wire.ts';
import type { ExporterOrder, ExporterReport, SaidExporter } from './exporter-messages.ts';
import type { ExporterSource } from './exporter-source.ts';

/** How long one plugin may take for one thing. */
const defaultLimitMs = 20_000;

/** One order after the other. Rejects with a UsageError that names the plugin where it hangs or ends its thread, and else with what it was refused with. */
export interface ExporterThread {
  load(): Promise<readonly SaidExporter[]>;
  render(name: string, request: ExportRequest): Promise<readonly ExportedFile[]>;
}

/** Starts a thread for code of plugins. What is printed in it comes out on stderr. */
export function startExporterThread(sources: readonly ExporterSource[], { limitMs = defaultLimitMs } = {}): ExporterThread {
  const worker = new Worker(new URL('./exporter-worker.js', import.meta.url), {
    workerData: sources,
    stdout: true,
    stderr: true,
    // Not our own: we may be under a debugger, or run a text.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (bytes: Uint8Array) => process.stderr.write(bytes));
  // Held only while we wait for an answer.
  worker.unref();
  let ended: Ended | null = null;
  const onEnd = new Set<(ended: Ended) => void>();
  const end = (how: Ended): void => {
    ended ??= how;
    for (const listen of onEnd) listen(ended);
  };
  let error: Ended | null = null;
  worker.on('error', (cause) => {
    error ??= { what: 'took its thread down', cause };
  });
  // Only now all messages are there, and with them whose code it was.
  worker.on('exit', (code) => end(error ?? { what: `called process.exit(${code})` }));

  const ask = (order: ExporterOrder): Promise<ExporterReport> =>
    new Promise((resolve, reject) => {
      let whose = 'an exporter';
      let limit: NodeJS.Timeout | undefined;
      const settle = (): void => {
        clearTimeout(limit);
        worker.unref();
        worker.off('message', listen);
        onEnd.delete(fail);
      };
      const fail = ({ what, cause }: Ended): void => {
        settle();
        // Also out of a loop that never awaits.
        void worker.terminate();
        const hint = 'Nothing was written. Update the plugin, uninstall it, or take it out of the config.';
        reject(new UsageError(`Code of ${whose} ${what}.`, hint, cause === undefined ? {} : { cause }));
      };
      const listen = (report: ExporterReport): void => {
        if (report.kind === 'doing') {
          whose = report.whose;
          clearTimeout(limit);
          limit = setTimeout(() => fail({ what: `did not come back within ${limitMs / 1000} s` }), limitMs);
          return;
        }
        settle();
        if (report.kind === 'refused') reject(decodeError(report.error));
        else resolve(report);
      };
      worker.ref();
      worker.on('message', listen);
      onEnd.add(fail);
      if (ended === null) worker.postMessage(order);
      else fail(ended);
    });
  return {
    load: async () => answered(await ask({ kind: 'load' }), 'loaded').list,
    render: async (name, request) => answered(await ask({ kind: 'render', name, request }), 'rendered').files,
  };
}

/** How a thread came to its end before its answer. */
interface Ended {
  readonly what: string;
  readonly cause?: unknown;
}

function answered<K extends ExporterReport['kind']>(report: ExporterReport, kind: K): Extract<ExporterReport, { kind: K }> {
  if (report.kind === kind) return report as Extract<ExporterReport, { kind: K }>;
  throw new Error(`a thread for exporters answered ${report.kind} instead of ${kind}`);
}
