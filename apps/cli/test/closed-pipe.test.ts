import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { project } from './support/project.ts';

const bin = fileURLToPath(new URL('../bin/run.js', import.meta.url));

it('ends as it would where nobody reads any more what it prints', async () => {
  const here = project();
  // It goes on only when its input ends: by then the readers of its output are gone.
  here.write(
    'late.mjs',
    `import { once } from 'node:events';
export async function late() {
  console.error('started');
  process.stdin.resume();
  await once(process.stdin, 'end');
  for (let line = 0; line < 100; line++) console.log('nobody reads this', line);
  setImmediate(() => { throw new Error('stray'); });
  return 1;
}
`,
  );
  const child = spawn(process.execPath, [bin, 'record', '-a', './late.mjs#late', '-i', 'null', '-o', 'late.sftrace'], {
    cwd: here.folder,
    env: { ...process.env, XDG_CONFIG_HOME: here.path('config') },
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  const exited = once(child, 'exit');
  await once(child.stderr, 'data');
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.end();
  expect(await exited).toEqual([0, null]);
  expect(here.has('late.sftrace')).toBe(true);
});
