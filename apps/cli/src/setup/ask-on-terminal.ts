import { createInterface } from 'node:readline/promises';
import { UsageError } from '../errors/usage-error.ts';
import { closeProgress } from '../terminal/progress.ts';
import type { Ask } from './choose-agent.ts';

/**
 * Asks on stderr, since stdout is for the answer; `null` where no person is there.
 *
 * @throws UsageError where the person gives none (Ctrl-D); Ctrl-C ends the process by the signal, as it would without a question
 */
export function askOnTerminal(isJson: boolean): Ask | null {
  if (isJson || process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null;
  return (question) => {
    closeProgress();
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    return new Promise<string>((resolve, reject) => {
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      lines.once('close', () => {
        process.stderr.write('\n');
        reject(new UsageError('No agent was named.', 'Answer the question, or name it: --agent ./src/agent.ts#runAgent.'));
      });
      void lines
        .question(question)
        .then(resolve)
        .finally(() => lines.close());
    });
  };
}
