import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record, tool } from '@stepfork/interceptor';
import { writeTrace } from '@stepfork/trace';
import { type Figure, figure } from '../figure.ts';
import { median, paired } from '../timing.ts';

/** How long the command takes to answer, against an empty Node process; and how much longer such a process takes where it is recorded. */
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
    const preload = preloadTimes(command, folder);
    return [
      figure('start-version', version / empty, 3.5, `${version.toFixed(0)} ms, node -e 0 ${empty.toFixed(0)} ms`),
      figure('start-inspect', inspect / emptyAgain, 4, `${inspect.toFixed(0)} ms, node -e 0 ${emptyAgain.toFixed(0)} ms`),
      figure(
        'start-preload-ms',
        preload.recorded - preload.undisturbed,
        60,
        `node -e 0 recorded ${preload.recorded.toFixed(0)} ms, undisturbed ${preload.undisturbed.toFixed(0)} ms`,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Medians of an empty process as the child of a recorded program, which is started as any program is. */
function preloadTimes(command: string, folder: string): Readonly<Record<'recorded' | 'undisturbed', number>> {
  const program = fileURLToPath(new URL('./start-children.mjs', import.meta.url));
  const args = [command, 'record', '-o', join(folder, 'children.sftrace'), '--', process.execPath, program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, XDG_CONFIG_HOME: join(folder, 'config'), NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new Error(`the children could not be measured: ${stderr}`);
  const times = JSON.parse(stdout) as Readonly<Record<'recorded' | 'undisturbed', readonly number[]>>;
  return { recorded: median(times.recorded), undisturbed: median(times.undisturbed) };
}
