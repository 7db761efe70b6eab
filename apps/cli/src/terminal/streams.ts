import type { Writable } from 'node:stream';
import { closeProgress } from './progress.ts';

type Write = typeof process.stdout.write;

// Taken before any module of the user is loaded.
const writeStdout: Write = process.stdout.write.bind(process.stdout);

/**
 * A pipe that nobody reads any more (`stepfork inspect … | head`, a runner that was killed) is no error of ours: what is written to it is lost.
 * Unheard, its error would come back as an uncaught one, whose report fails in the same way, and so on.
 */
export function loseWhatNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

let answered = false;

/** Whether the answer is out: there is never a second one. */
export function hasAnswered(): boolean {
  return answered;
}

/** Writes the answer of a command: the only thing that ever stands on stdout. */
export function writeAnswer(text: string): void {
  answered = true;
  closeProgress();
  writeStdout(text.endsWith('\n') ? text : `${text}\n`);
}

/** Human text beside the answer. */
export function writeNote(text: string): void {
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** From here on what the agent prints on stdout goes to stderr, so that it never mixes with the answer. */
export function sendAgentOutputToStderr(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr) as Write;
}

/** Resolves when all that was written has left the process. */
export async function flushStreams(): Promise<void> {
  await Promise.all([drained(process.stderr, process.stderr.write.bind(process.stderr)), drained(process.stdout, writeStdout)]);
}

function drained(stream: Writable, write: Write): Promise<void> {
  if (stream.destroyed || !stream.writable) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once('error', () => resolve());
    write('', () => resolve());
  });
}
