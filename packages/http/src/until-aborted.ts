import { onAbort } from './on-abort.ts';

/** The same, but rejected as soon as the signal is aborted, as `fetch` does: a replay has no socket that would be closed. */
export function untilAborted<T>(signal: AbortSignal | null, answer: Promise<T>): Promise<T> {
  if (signal === null) return answer;
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, reject);
    answer.finally(forget).then(resolve, reject);
  });
}
