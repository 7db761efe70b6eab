import { spawnSync } from 'node:child_process';

/** Runs a command on a terminal of its own, types each keys once the text before them has been printed, and ends as a shell would report it. */
const program = `
import json, os, pty, sys
steps = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
said, seen = b'', 0
while True:
    try:
        more = os.read(terminal, 65536)
    except OSError:
        break
    if not more:
        break
    said += more
    while steps and steps[0][0].encode() in said[seen:]:
        text, keys = steps.pop(0)
        seen = said.index(text.encode(), seen) + len(text.encode())
        os.write(terminal, keys.encode())
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(said)
sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
`;

export const hasTerminals = spawnSync('python3', ['-c', 'import pty']).status === 0;

/** What to put before a command, so that it runs on a terminal; what it prints there comes on stdout. */
export function onTerminal(...steps: readonly (readonly [printed: string, keys: string])[]): readonly string[] {
  return ['python3', '-c', program, JSON.stringify(steps)];
}
