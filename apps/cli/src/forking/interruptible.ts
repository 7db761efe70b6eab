import { type Interruption, watchInterruptions } from '../agent/interruptions.ts';
import type { Reply } from '../base-command.ts';
import { exitCode } from '../exit-code.ts';
import { ProgramKilled } from '../program/replaying/program-killed.ts';
import { replyToKilled } from '../program/replaying/reply-to-killed.ts';

/**
 * Runs `body` so that Ctrl-C gives it up in good order: nothing is written any more, what it holds is let go, and the process ends by the signal.
 */
export async function interruptible(body: (signal: AbortSignal) => Promise<Reply>): Promise<Reply> {
  const interruptions = watchInterruptions(undefined);
  try {
    return withSignal(await body(interruptions.signal), interruptions.happened());
  } catch (error) {
    const happened = interruptions.happened();
    if (happened === null && error instanceof ProgramKilled) return replyToKilled(error);
    if (happened === null) throw error;
    return withSignal(givenUp(happened), happened);
  } finally {
    interruptions.forget();
  }
}

function givenUp({ kind }: Interruption): Reply {
  return {
    exit: exitCode.noConclusion,
    value: { kind: 'interrupted', why: kind },
    text: (style) =>
      style.yellow(
        kind === 'signal'
          ? 'interrupted: nothing was written'
          : 'the agent waits for something that can no longer happen: nothing was written',
      ),
  };
}

function withSignal(reply: Reply, happened: Interruption | null): Reply {
  return happened?.kind === 'signal' ? { ...reply, signal: happened.signal } : reply;
}
