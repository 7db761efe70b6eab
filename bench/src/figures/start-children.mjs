// A program for `stepfork record`: starts empty Node processes, recorded as its children and undisturbed, in turns. Prints the milliseconds of each.
import { spawnSync } from 'node:child_process';

const { NODE_OPTIONS, ...undisturbed } = process.env;
if (!NODE_OPTIONS?.includes('--require')) throw new Error('no recorder is in the children: nothing can be measured');
const times = { recorded: [], undisturbed: [] };
for (let round = -2; round < 15; round += 1) {
  for (const [kind, env] of Object.entries({ recorded: { ...undisturbed, NODE_OPTIONS }, undisturbed })) {
    const start = process.hrtime.bigint();
    const { status } = spawnSync(process.execPath, ['-e', '0'], { env });
    if (status !== 0) throw new Error(`node -e 0 ended with ${status}`);
    if (round >= 0) times[kind].push(Number(process.hrtime.bigint() - start) / 1e6);
  }
}
console.log(JSON.stringify(times));
