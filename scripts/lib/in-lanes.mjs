import { availableParallelism } from 'node:os';

/**
 * Runs jobs, as many at a time as this machine has cores, each begun in its turn.
 *
 * @template T
 * @param {readonly (() => Promise<T>)[]} jobs
 * @returns {Promise<readonly T[]>} in the order of the jobs
 */
export async function inLanes(jobs, lanes = availableParallelism()) {
  const results = [];
  const waiting = [...jobs.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: Math.min(lanes, jobs.length) }, lane));
  return results;
}
