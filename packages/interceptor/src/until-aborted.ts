import { onAbort } from './on-abort.ts';

/** The same, but rejected as soon as the signal is aborted, as `fetch` and the SDKs do: a replay has no connection that would be closed. */
export function untilAborted<T>(signal: AbortSignal | null | undefined, answer: Promise<T>): Promise<T> {
  if (signal === null || signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, reject);
    answer.then(
      (value) => {
        forget();
        resolve(value);
      },
      (error: unknown) => {
        forget();
        reject(error);
      },
    );
  });
}
