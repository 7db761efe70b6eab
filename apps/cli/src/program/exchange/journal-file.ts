import fs from 'node:fs';
import { join } from 'node:path';
import type { Journal, JournalLine } from '@stepfork/replay';
import { StepforkError } from '@stepfork/trace';

/** A line with the process, or thread, that wrote it. */
export interface SignedLine {
  readonly process: string;
  /** Counts the lines of this process. */
  readonly number: number;
  readonly line: JournalLine;
}

// Taken before the program can replace them.
const { fstatSync, openSync, readFileSync, readSync, writeSync } = fs;

/**
 * The journal of all processes of a replay, a file in the folder of the command. Nobody locks it and nobody waits for anybody, so a process that is waited for,
 * or killed, holds up none: the system puts whole lines at its end, one after the other, and whoever has written one reads what came before.
 */
export function openJournal(folder: string, process: string): Journal {
  const file = openSync(journalPath(folder), 'a+', 0o600);
  let read = 0;
  let number = 0;
  return {
    add(line) {
      const own: SignedLine = { process, number, line };
      const bytes = Buffer.from(`${JSON.stringify(own)}\n`);
      number += 1;
      if (writeSync(file, bytes) < bytes.length) throw notWhole();
      // So it is mostly: one process asks.
      if (fstatSync(file).size === read + bytes.length) {
        read += bytes.length;
        return [];
      }
      return othersUntil(own.number);
    },
    heard: () => (fstatSync(file).size === read ? [] : othersUntil(null)),
  };

  /** Until our own line of this number; `null`: all that are whole by now. */
  function othersUntil(ownNumber: number | null): readonly JournalLine[] {
    const others: JournalLine[] = [];
    const text = from(read);
    for (let at = 0; ; ) {
      const end = text.indexOf(10, at);
      if (end === -1 && ownNumber !== null) throw notWhole();
      if (end === -1) return others;
      const next = JSON.parse(text.toString('utf8', at, end)) as SignedLine;
      read += end + 1 - at;
      at = end + 1;
      if (next.process !== process) others.push(next.line);
      else if (next.number === ownNumber) return others;
    }
  }

  function from(start: number): Buffer {
    const bytes = Buffer.alloc(fstatSync(file).size - start);
    const length = readSync(file, bytes, 0, bytes.length, start);
    return bytes.subarray(0, length);
  }
}

/** All of it. A line that is not whole was being written when its process was killed. */
export function readJournal(folder: string): readonly SignedLine[] {
  if (!fs.existsSync(journalPath(folder))) return [];
  const lines = readFileSync(journalPath(folder), 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line) as SignedLine);
}

function journalPath(folder: string): string {
  return join(folder, 'journal.jsonl');
}

function notWhole(): StepforkError {
  return new StepforkError('STEPFORK_WRITE_FAILED', 'What the processes of a replay tell each other could not be written whole.', {
    hint: 'Make room on the disk of the trace, and keep it on a disk of this machine: shared folders of a network write lines into each other.',
  });
}
