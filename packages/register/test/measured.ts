import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

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

export interface AllMeasured {
  readonly agents: Readonly<Record<string, Measured>>;
  /** Those with two tools: see `two-tools.mjs`. */
  readonly two: Readonly<Record<string, unknown>>;
  /** Their steps, recorded without a line in the agent and with one. `null`: not asked for. */
  readonly forms: Readonly<Record<'hooked' | 'wrapped', Readonly<Record<string, readonly object[]>>>> | null;
}

export interface MeasureOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Of Node. */
  readonly flags?: readonly string[];
  /** Only these. */
  readonly only?: 'agents' | 'two';
}

/** The agents of a file in `agents/`, recorded and replayed in a process of their own, which loads their SDK. */
export async function measured(agents: string, { env = {}, flags = [], only }: MeasureOptions = {}): Promise<AllMeasured> {
  const script = fileURLToPath(new URL('./measure.mjs', import.meta.url));
  const args = ['--import', '@stepfork/register', ...flags, script, agents, ...(only === undefined ? [] : [only])];
  const { stdout } = await run(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as AllMeasured;
}

const calls = ['model', 'get_weather', 'model', 'send_alert'];
const offline = { bodies: [], sockets: 0 };
const asItWas = { isSame: true, calls, stop: null };

/** Whether a tool is wrapped by hand or met by a hook, the recording is the same. */
export function expectSameForms(forms: AllMeasured['forms']): void {
  expect(forms?.wrapped).toEqual(forms?.hooked);
  const recorded = Object.values(forms?.wrapped ?? {});
  expect(recorded.length).toBeGreaterThan(1);
  for (const steps of recorded) expect(steps).toMatchObject(['model', 'tool', 'model', 'tool'].map((kind) => ({ call: { kind } })));
}

/** What `two-tools.mjs` must say of each agent. */
export const rightTwoTools: Readonly<Record<string, unknown>> = {
  recorded: {
    outcome: { kind: 'returned', value: expect.anything() },
    calls,
    bodies: ['get_weather', 'send_alert'],
    sockets: expect.toSatisfy((count) => count > 0),
  },
  replayed: { ...asItWas, ...offline },
  live: { ...asItWas, ...offline, bodies: ['get_weather'] },
  together: ['Bern', 'Rome'].map((city) => ({ calls, asked: [`How is it in ${city}?`] })),
  togetherAgain: { isSame: [true, true], ...offline },
  changed: { verdict: 'pass', reason: null, ...offline },
  unchanged: { verdict: 'fail', reason: null, ...offline },
  unseen: { verdict: 'inconclusive', reason: 'diverged', ...offline },
  fork: { kind: 'forked', stop: null, bodies: ['get_time'] },
  forked: { verdict: 'pass', reason: null, ...offline },
};
