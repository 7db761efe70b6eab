import type { RunTest } from './run-test.ts';

/** For runs that share a process: each waits until those before it have ended. */
export function oneAtATime(run: RunTest): RunTest {
  let last: Promise<unknown> = Promise.resolve();
  return (next) => {
    const end = last.then(() => run(next));
    last = end.catch(() => {});
    return end;
  };
}
