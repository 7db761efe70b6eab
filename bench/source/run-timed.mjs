import { spawn } from 'node:child_process';

/** Runs a program to its end, by a shell that counts the time of the processor too; rejects where it does not end with 0 or 1. */
export function runTimed(args, cwd) {
  const start = performance.now();
  // `times` prints what its children have taken, and theirs.
  const script = '"$@"; code=$?; times >&2; exit $code';
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true' },
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0 && code !== 1) reject(new Error(`${args.join(' ')} ended with ${code}:\n${printed}${said}`));
      else resolve({ ms: performance.now() - start, cpuMs: cpuMs(said.trim().split('\n').at(-1)), printed });
    });
  });
}

/** The second line of `times`: user and system time of the children, `0m1.230000s 0m0.110000s`. */
function cpuMs(line) {
  const found = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  if (found.length !== 2) throw new Error(`the shell does not say how long it took: ${line}`);
  return found.reduce((sum, [, minutes, seconds]) => sum + 60_000 * Number(minutes) + 1000 * Number(seconds), 0);
}
