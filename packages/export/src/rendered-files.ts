import { StepforkError } from '@stepfork/trace';
import { checkPaths } from './check-paths.ts';
import type { ExportedFile, Exporter, ExportRequest } from './exporter.ts';

/** An exporter as it is called here: its own `render`, or one that runs it elsewhere and gives a promise. */
export interface RenderingExporter extends Pick<Exporter, 'name'> {
  render(request: ExportRequest): readonly ExportedFile[] | Promise<readonly ExportedFile[]>;
}

/**
 * What an exporter renders, once it has been looked at: code of somebody else, which may throw, change what it is given or give anything.
 *
 * @throws StepforkError `STEPFORK_EXPORTER_FAILED` or `STEPFORK_EXPORT_PATH`, naming the exporter.
 */
export async function renderedFiles(exporter: RenderingExporter, request: ExportRequest): Promise<readonly ExportedFile[]> {
  const files = await called(exporter, request);
  const problem = whyNotFiles(files);
  if (problem !== null)
    throw failed(exporter, `gives ${problem}`, 'Its render must give a list of files, { path, text }, and at least one.');
  const plain = (files as readonly ExportedFile[]).map(({ path, text }) => ({ path, text }));
  checkPaths(
    plain.map(({ path }) => path),
    `of the exporter ${exporter.name}`,
  );
  return plain;
}

async function called(exporter: RenderingExporter, request: ExportRequest): Promise<unknown> {
  try {
    return await exporter.render(structuredClone(request));
  } catch (cause) {
    if (StepforkError.isInstance(cause)) throw cause;
    const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw failed(exporter, `throws ${said}`, 'This is a bug of the exporter: update it, or choose another one with --to.', cause);
  }
}

function whyNotFiles(files: unknown): string | null {
  if (!Array.isArray(files)) return files === null ? 'null' : `a value of type ${typeof files}`;
  if (files.length === 0) return 'no file';
  const odd = files.find(
    (file) => typeof file !== 'object' || file === null || typeof file.path !== 'string' || typeof file.text !== 'string',
  );
  return odd === undefined ? null : 'something that is no file';
}

function failed({ name }: RenderingExporter, what: string, hint: string, cause?: unknown): StepforkError {
  return new StepforkError('STEPFORK_EXPORTER_FAILED', `The exporter ${name} ${what}; nothing is written.`, {
    hint,
    ...(cause !== undefined && { cause }),
  });
}
