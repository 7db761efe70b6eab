// Command lines run one after another in one process. Where all of them are refused before anything runs, starting a process for each would be most
// of the time that their tests take.
import { readFileSync, writeSync } from 'node:fs';

// Loading an agent guards process.exit.
const exit = process.exit.bind(process);
const lines = JSON.parse(readFileSync(0, 'utf8'));
let printed = {};
for (const name of ['stdout', 'stderr']) {
  process[name].write = (text, ...rest) => {
    printed[name] += text;
    rest.at(-1)?.();
    return true;
  };
}
const { runCommand } = await import('../../dist/run-command.js');
const ended = [];
for (const argv of lines) {
  printed = { stdout: '', stderr: '' };
  ended.push({ code: await runCommand(argv, new URL('../../bin/run.js', import.meta.url).href), ...printed });
}
writeSync(1, JSON.stringify(ended));
exit(0);
