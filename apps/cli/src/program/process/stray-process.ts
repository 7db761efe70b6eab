import { interceptingProcess } from '@stepfork/interceptor';
import { refuseSocketsOfProcess } from '@stepfork/replay';
import { StepforkError } from '@stepfork/trace';
import { isLauncher } from '../command/is-launcher.ts';
import type { ProcessStart, StrayCall } from '../exchange/process-notes.ts';
import type { SpoolFiles } from '../exchange/spool-files.ts';
import { writeNote } from '../exchange/write-note.ts';
import { hasProgram } from './process-role.ts';

/** A process that is not the recorded program gets no answer, and opens no connection. What it tried is written down. */
export function refuseStray(folder: string, files: SpoolFiles, { script, thread }: ProcessStart): void {
  // What starts the program is no part of it: only that nothing leaves this machine.
  const starts = isLauncher(script);
  const isPart = (hasProgram(folder) || thread !== 0) && !starts;
  const note = (what: string): void => writeNote(files.stray, { what, script } satisfies StrayCall);
  interceptingProcess(({ kind, name }) => {
    if (!starts) note(`${kind} ${name}`);
    return Promise.reject(
      new StepforkError(
        'STEPFORK_OTHER_PROCESS',
        `A replay answers the program that was recorded, not this process, which asks ${kind} ${name}.`,
        { hint: 'Let the program itself ask.' },
      ),
    );
  });
  refuseSocketsOfProcess(
    ({ host }) => {
      if (isPart) note(`a socket to ${host}`);
    },
    (host) => isPart || !/[\\/]/.test(host),
  );
}
