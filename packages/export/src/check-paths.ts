import { StepforkError } from '@stepfork/trace';

/**
 * Refuses paths that leave the folder of the test, that mean something else on another platform, or that two files would share.
 *
 * @param whose whose files they are, for the error
 * @throws StepforkError `STEPFORK_EXPORT_PATH`, naming the path.
 */
export function checkPaths(paths: readonly string[], whose = ''): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const problem = pathProblem(path);
    if (problem !== null) throw refused(path, problem, whose);
    // Some file systems take `Refund.ts` and `refund.ts` for one file.
    const folded = path.normalize('NFC').toLowerCase();
    const first = seen.get(folded);
    if (first !== undefined) throw refused(path, `it is the same file as ${JSON.stringify(first)}`, whose);
    seen.set(folded, path);
  }
}

function pathProblem(path: string): string | null {
  if (/[\p{Cc}\p{Cs}]/u.test(path)) return 'it has a character that no file name should have';
  if (/[\\:*?"<>|]/.test(path)) return 'it has a character that is no part of a file name on every platform';
  if (path.startsWith('/')) return 'it is absolute';
  const segments = path.split('/');
  if (segments.includes('..')) return 'it leaves the folder of the test';
  if (segments.some((segment) => segment === '' || segment === '.')) return 'it has an empty part';
  if (segments.some((segment) => /[. ]$/.test(segment))) return 'a part of it ends with a dot or a space';
  return null;
}

function refused(path: string, problem: string, whose: string): StepforkError {
  const file = [`The file ${JSON.stringify(path)}`, whose].filter((part) => part !== '').join(' ');
  return new StepforkError('STEPFORK_EXPORT_PATH', `${file} cannot be exported: ${problem}.`, {
    hint: 'Exported files have plain names relative to the folder of the test, with / between the parts.',
  });
}
