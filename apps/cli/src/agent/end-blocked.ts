import { closeSync, writeSync } from 'node:fs';
import type { Reply } from '../base-command.ts';
import { asInvoked } from '../render/as-invoked.ts';
import { styleFor } from '../terminal/style.ts';

// Taken before the agent's module can replace them.
const { stringify } = JSON;
// `process.exit` would first call what the agent wants called then, and the agent is what does not end.
const end: (code: number) => never = (process as unknown as { reallyExit(code: number): never }).reallyExit.bind(process);

/** Prints a reply and ends the process, all without waiting for anything: the event loop stands still. */
export function endBlocked(reply: Reply, isJson: boolean): never {
  if (isJson) write(1, stringify(reply.value, null, 2));
  else {
    write(1, reply.text(styleFor(process.stdout)));
    write(2, asInvoked(reply.next?.(styleFor(process.stderr)) ?? ''));
  }
  write(2, reply.notices?.join('\n') ?? '');
  // The debugger of Node, by which we have come here, would have the last word on stderr.
  closeSync(2);
  return end(reply.exit);
}

function write(stream: 1 | 2, text: string): void {
  let rest: Uint8Array = Buffer.from(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  while (rest.byteLength > 0) {
    try {
      rest = rest.subarray(writeSync(stream, rest));
    } catch (error) {
      // A pipe that is full is read by somebody, or by nobody any more.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
  }
}
