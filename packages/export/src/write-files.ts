import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { StepforkError } from '@stepfork/trace';
import { checkPaths } from './check-paths.ts';
import type { ExportedFile } from './exporter.ts';

export interface WriteFilesOptions {
  /** Overwrite what is there. */
  readonly force?: boolean;
}

/**
 * Writes exported files into a folder, all of them or none; the folder is made if it is missing.
 *
 * Everything is written to a temporary folder beside them first and moved into place at last, so that a failure on the way leaves what was there
 * before. Readable and writable for the owner only, like every file that holds a trace.
 *
 * @returns the absolute paths, in the order of the files.
 * @throws StepforkError `STEPFORK_FILE_EXISTS` without `force`, `STEPFORK_EXPORT_PATH`; errors of the file system unchanged.
 */
export function writeExportedFiles(
  folder: string,
  files: readonly ExportedFile[],
  { force = false }: WriteFilesOptions = {},
): readonly string[] {
  checkPaths(files.map(({ path }) => path));
  const targets = files.map(({ path }) => join(resolve(folder), ...path.split('/')));
  const undo: (() => void)[] = [];
  try {
    if (!force) refuseToOverwrite(targets);
    for (const target of [resolve(folder), ...targets.map(dirname)]) undo.push(makeFolder(target));
    for (const target of targets) refuseToLeave(folder, target);
    const staging = mkdtempSync(join(folder, '.stepfork-'));
    try {
      const staged = files.map(({ text }, index) => stage(join(staging, `${index}.new`), text));
      for (const [index, target] of targets.entries()) {
        if (force) undo.push(setAside(target, join(staging, `${index}.old`)));
        undo.push(moveIntoPlace(staged[index] as string, target));
      }
    } catch (error) {
      // While the staging folder still holds the files that were set aside.
      undoAll(undo);
      throw error;
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  } catch (error) {
    undoAll(undo);
    throw error;
  }
  return targets;
}

function undoAll(undo: (() => void)[]): void {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) step();
}

function refuseToOverwrite(targets: readonly string[]): void {
  const there = targets.filter((target) => lstatSync(target, { throwIfNoEntry: false }) !== undefined);
  if (there.length === 0) return;
  throw new StepforkError('STEPFORK_FILE_EXISTS', `Nothing was written, because there is already ${there.join(' and ')}.`, {
    hint: 'Choose another name or folder, or overwrite with --force.',
  });
}

/** A link that stands in the folder could lead a path out of it that looks harmless. */
function refuseToLeave(folder: string, target: string): void {
  const inside = relative(realpathSync(folder), realpathSync(dirname(target)));
  if (inside !== '..' && !inside.startsWith(`..${sep}`)) return;
  throw new StepforkError('STEPFORK_EXPORT_PATH', `The file ${target} cannot be exported: a link leads out of the folder ${folder}.`, {
    hint: 'Remove the link, or export into another folder.',
  });
}

/** Makes a folder with those above it; undone by removing those that were made, as far as they are empty. */
function makeFolder(path: string): () => void {
  const first = mkdirSync(path, { recursive: true });
  return () => {
    if (first === undefined) return;
    for (let made = resolve(path); made.startsWith(resolve(first)) && existsSync(made); made = dirname(made)) rmdirSync(made);
  };
}

function stage(path: string, text: string): string {
  writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush: true });
  return path;
}

function setAside(target: string, aside: string): () => void {
  const there = lstatSync(target, { throwIfNoEntry: false });
  if (there === undefined) return () => {};
  if (there.isDirectory()) {
    throw new StepforkError('STEPFORK_FILE_EXISTS', `Nothing was written, because ${target} is a folder.`, {
      hint: 'Choose another name.',
    });
  }
  renameSync(target, aside);
  return () => renameSync(aside, target);
}

/** Never onto something else: a link fails where a rename would overwrite what came in between. */
function moveIntoPlace(staged: string, target: string): () => void {
  try {
    linkSync(staged, target);
  } catch (error) {
    if (!withoutHardLinks.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(staged, target, constants.COPYFILE_EXCL);
  }
  return () => rmSync(target, { force: true });
}

/** What file systems without hard links answer. */
const withoutHardLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);
