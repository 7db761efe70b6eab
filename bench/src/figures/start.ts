import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { record, tool } from '@stepfork/interceptor';
import { writeTrace } from '@stepfork/trace';
import { type Figure, figure } from '../figure.ts';
import { paired } from '../timing.ts';

/** How long the command takes to answer, against an empty Node process. */
export async function startFigures(): Promise<readonly Figure[]> {
  const manifest = createRequire(import.meta.url).resolve('stepfork/package.json');
  const command = join(dirname(manifest), 'bin', 'run.js');
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-bench-'));
  try {
    const lookup = tool('lookup', async (id: number) => ({ id, tier: 'gold' }));
    const trunk = await record(async () => [await lookup(1), await lookup(2)], null);
    const file = join(folder, 'small.sftrace');
    writeFileSync(file, await writeTrace({ trunk, forks: [], sealed: true, damage: null }, 'packed'));
    const node =
      (...args: readonly string[]) =>
      (): void => {
        const { status, stderr } = spawnSync(process.execPath, [...args], { encoding: 'utf8', cwd: folder });
        if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}: ${stderr}`);
      };
    const [version, empty] = await paired(15, node(command, '--version'), node('-e', '0'));
    const [inspect, emptyAgain] = await paired(15, node(command, 'inspect', file), node('-e', '0'));
    return [
      figure('start-version', version / empty, 3.5, `${version.toFixed(0)} ms, node -e 0 ${empty.toFixed(0)} ms`),
      figure('start-inspect', inspect / emptyAgain, 4, `${inspect.toFixed(0)} ms, node -e 0 ${emptyAgain.toFixed(0)} ms`),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
