import { expect, it } from 'vitest';
import { inLanes } from './in-lanes.mjs';

it('begins each job in its turn, never more than so many at a time, and gives the results in order', async () => {
  const begun = [];
  const ends = [];
  let running = 0;
  let most = 0;
  const jobs = [0, 1, 2, 3, 4].map((number) => async () => {
    begun.push(number);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => ends.push(resolve));
    running -= 1;
    return number * 10;
  });
  const done = inLanes(jobs, 2);
  while (begun.length < 5 || ends.length > 0) {
    // The one that began last ends first.
    ends.pop()?.();
    await new Promise(setImmediate);
  }
  expect([await done, begun, most]).toEqual([[0, 10, 20, 30, 40], [0, 1, 2, 3, 4], 2]);
});

it('with more lanes than jobs all run at once', async () => {
  expect(await inLanes([async () => 'a'], 8)).toEqual(['a']);
  expect(await inLanes([], 8)).toEqual([]);
});
