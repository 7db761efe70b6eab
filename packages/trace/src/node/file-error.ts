import { StepforkError } from '../errors.ts';

/** What the file system said about a trace file, as an error of ours with a hint. */
export function fileError(verb: 'read' | 'write', path: string, error: unknown): StepforkError {
  if (StepforkError.isInstance(error)) return error;
  const code = (error as { readonly code?: unknown }).code;
  switch (code) {
    case 'EEXIST':
      return new StepforkError('STEPFORK_FILE_EXISTS', `${path} exists and is not overwritten.`, {
        hint: 'Choose another name, or overwrite it with --force (for programs: { force: true }).',
        cause: error,
      });
    case 'ENOENT':
      return new StepforkError(
        'STEPFORK_FILE_NOT_FOUND',
        verb === 'read' ? `There is no file ${path}.` : `There is no folder for ${path}.`,
        {
          hint: 'Check the path; it is relative to the current folder.',
          cause: error,
        },
      );
    case 'EISDIR':
      return new StepforkError('STEPFORK_NOT_A_TRACE', `${path} is a folder, and a trace is one file.`, {
        hint: 'Bundles of the Python tool are folders; this version reads .sftrace and .sftrace.jsonl files.',
        cause: error,
      });
    default:
      return new StepforkError(
        'STEPFORK_FILE_FAILED',
        `${path} cannot be ${verb === 'read' ? 'read' : 'written'}: ${(error as Error).message}.`,
        {
          hint: 'Check the rights on the file and its folder, and the space on the disk.',
          cause: error,
        },
      );
  }
}
