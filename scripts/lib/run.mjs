import { spawn } from 'node:child_process';

/**
 * Runs one program to its end without standing input, and keeps what it printed.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number, output: string, stdout: string, seconds: number }>} `code` is 127 where the program could not be started.
 */
export function run(program, args, { cwd, env }) {
  const startedAtMs = performance.now();
  return new Promise((resolve) => {
    // Package managers are `.cmd` files on Windows, which only a shell starts.
    const shell = process.platform === 'win32' && !program.endsWith('.exe');
    const child = spawn(program, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const end = (code) => resolve({ code, output, stdout, seconds: (performance.now() - startedAtMs) / 1000 });
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? (signal === null ? 1 : 128)));
  });
}
