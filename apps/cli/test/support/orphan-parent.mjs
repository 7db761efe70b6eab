// Starts a child in its own process group, which never gives control back, and says its id; it is killed from outside.
import { spawn } from 'node:child_process';

const source = new URL('../../dist/processes/end-with.js', import.meta.url).href;
const child = spawn(
  process.execPath,
  [
    '--input-type=module',
    '-e',
    `import { endWith } from ${JSON.stringify(source)}; endWith(${process.pid}, 'group'); console.log('ready'); for (;;);`,
  ],
  { stdio: ['ignore', 'pipe', 'ignore'] },
);
child.stdout.once('data', () => process.stdout.write(`${child.pid}\n`));
