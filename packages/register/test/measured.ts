import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Called = readonly [kind: string, name: string, input: unknown, parent: number | null, outcome: string];

interface Ran {
  readonly calls: readonly Called[];
  /** What the bodies of tools have noted. */
  readonly bodies: readonly unknown[];
}

/** What `measure.mjs` prints of one agent. */
export interface Measured extends Ran {
  readonly met: string | null;
  readonly outcome: unknown;
  readonly replayed: Ran & { readonly isSame: boolean; readonly stop: unknown };
  /** With each tool live. */
  readonly live: Ran & { readonly stop: unknown };
}

/** The agents of a file in `agents/`, recorded and replayed in a process of their own, which loads their SDK. */
export async function measured(agents: string, env: Readonly<Record<string, string>> = {}): Promise<Readonly<Record<string, Measured>>> {
  const script = fileURLToPath(new URL('./measure.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, ['--import', '@stepfork/register', script, agents], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Readonly<Record<string, Measured>>;
}
