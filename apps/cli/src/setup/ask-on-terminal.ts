import { createInterface } from 'node:readline/promises';
import { closeProgress } from '../progress.ts';
import type { Ask } from './choose-agent.ts';

/** Asks on stderr, since stdout is for the answer; `null` where no person is there. */
export function askOnTerminal(isJson: boolean): Ask | null {
  if (isJson || process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null;
  return async (question) => {
    closeProgress();
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
}
