import { type Agent, record } from '@stepfork/interceptor';
import { type PolicyRules, type Replay, type ReplayOptions, replay } from '@stepfork/replay';
import { observedCalls } from '@stepfork/replay/recorded';
import { type Provider, startProvider } from '@stepfork/testkit';
import type { Trace } from '@stepfork/trace';
import { expect } from 'vitest';

export interface Both {
  readonly recorded: Trace;
  readonly replayed: Replay;
  readonly provider: Provider;
}

/** Records an agent against a provider with random ids, shuts that down and replays: the same must come out, and nothing may be sent. */
export async function recordAndReplay<I>(make: (url: string) => Agent<I, unknown>, input: I): Promise<Both> {
  const provider = await startProvider({ ids: 'random' });
  const agent = make(provider.url);
  const recorded = await record(agent, input).finally(() => provider.close());
  const sent = provider.requests.length;
  const replayed = await replayOf(recorded, agent, { policies: ownLoop(recorded) });
  expect(replayed.stop).toBeNull();
  expect(replayed.trace.outcome).toEqual(recorded.outcome);
  expect(callsOf(replayed.trace)).toEqual(callsOf(recorded));
  expect(provider.requests.length).toBe(sent);
  return { recorded, replayed, provider };
}

/** The bodies of tools that nobody wraps run in a replay; here they may. */
export function ownLoop({ steps }: Trace): PolicyRules {
  return { tools: Object.fromEntries(observedCalls(steps).map(({ name }) => [name, 'live'])) };
}

export function replayOf(trace: Trace, agent: Agent<never, unknown>, options: ReplayOptions = {}): Promise<Replay> {
  return replay({ trunk: trace, forks: [], sealed: true, damage: null }, agent as Agent<unknown, unknown>, options);
}

/** Calls with what came back, without times, and without the classes above that of an error. */
export function callsOf({ steps }: Trace): unknown {
  const calls = steps.map(({ call, outcome }) => [
    call,
    outcome.kind === 'streamed' ? [outcome.chunks.map(({ value }) => value), outcome.end] : outcome,
  ]);
  return JSON.parse(JSON.stringify(calls, (key, value: unknown) => (key === 'bases' ? undefined : value)));
}

/** What an agent says of an error that it caught. */
export function told(error: unknown): unknown {
  const { name, message, status, cause } = error as Error & { readonly status?: number };
  return { class: (error as Error).constructor.name, name, message, status, cause: cause instanceof Error ? cause.message : undefined };
}
