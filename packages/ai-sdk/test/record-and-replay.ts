import { type Agent, record } from '@stepfork/interceptor';
import { type Replay, type ReplayOptions, replay } from '@stepfork/replay';
import { type Provider, startProvider } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { expect } from 'vitest';

export interface Both {
  readonly recorded: Trace;
  readonly replayed: Replay;
  readonly provider: Provider;
}

/** Records an agent against a provider with random ids, shuts that down and replays: the same must come out, and nothing may be sent. */
export async function recordAndReplay(make: (url: string) => Agent<null, unknown>): Promise<Both> {
  const provider = await startProvider({ ids: 'random' });
  const agent = make(`${provider.url}/v1`);
  const recorded = await record(agent, null).finally(() => provider.close());
  const sent = provider.requests.length;
  const replayed = await replayOf(recorded, agent);
  expect(replayed.stop).toBeNull();
  expect(plain(replayed.trace.outcome)).toEqual(plain(recorded.outcome));
  expect(callsOf(replayed.trace)).toEqual(callsOf(recorded));
  expect(provider.requests.length).toBe(sent);
  return { recorded, replayed, provider };
}

export function replayOf(trace: Trace, agent: Agent<null, unknown>, options: ReplayOptions = {}): Promise<Replay> {
  return replay({ trunk: trace, forks: [], sealed: true, damage: null }, agent as Agent<unknown, unknown>, options);
}

/** Calls with what came back, without times. */
export function callsOf({ steps }: Trace): unknown {
  const calls = steps.map(({ call, outcome }) => [
    call,
    outcome.kind === 'streamed' ? [outcome.chunks.map(({ value }) => value), outcome.end] : outcome,
  ]);
  return plain(calls);
}

/** Without the classes above that of an error. */
function plain(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json, (key, value: unknown) => (key === 'bases' ? undefined : value)));
}
