import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { expect, it } from 'vitest';
import { holdBuiltIns } from './refusals/hold-built-ins.ts';
import { replay } from './replay.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;

/** Bytes of what has outlived two quick collections. */
function outlived(): number {
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
}

// V8 puts every getter that an object has for itself where only a full collection finds it, with all that it sees.
it('what a replay made goes with the next quick collection', async () => {
  const look = tool('collected_look', async (n: number) => ({ n }));
  const agent = async (): Promise<void> => {
    for (let n = 0; n < 20; n += 1) await look(n);
  };
  const file = traceFile(await record(agent, null));
  const release = holdBuiltIns();
  const growth: number[] = [];
  for (let run = 0; run < 60; run += 1) {
    const before = outlived();
    await replay(file, agent);
    growth.push(outlived() - before);
  }
  release();
  const median = growth.slice(20).sort((a, b) => a - b)[20] ?? 0;
  expect(median).toBeLessThan(20_000);
});
