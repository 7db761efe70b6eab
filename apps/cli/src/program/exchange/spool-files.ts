import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** The files of one process, or thread, in the folder of the command. */
export interface SpoolFiles {
  /** What the process, or thread, is called here. */
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly trace: string;
  readonly stray: string;
}

export const startEnding = '.start.json';

export function spoolFiles(folder: string, name: string = `${process.pid}-${threadId}`): SpoolFiles {
  const path = (ending: string): string => join(folder, `${name}${ending}`);
  return { name, start: path(startEnding), end: path('.end.json'), trace: path('.sftrace'), stray: path('.stray.json') };
}
