import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { type Figure, figure } from '../figure.ts';
import { median } from '../timing.ts';

const WARM_UP = 3;
const ROUNDS = 20;
// Put aside before a run: within one, a reading of the clock is recorded.
const now = performance.now.bind(performance);

/** How much later the first piece of a streamed answer comes where it is recorded. */
export async function firstByteFigure(url: string): Promise<Figure> {
  const recordedFetch = createFetch();
  const recorded: number[] = [];
  const live: number[] = [];
  const asked = {
    recorded: async () => {
      await record(async () => recorded.push(await firstByte(recordedFetch, url)), null);
    },
    live: async () => {
      live.push(await firstByte(fetch, url));
    },
  };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    // Who comes first in a round may find the machine as the other has left it.
    for (const kind of round % 2 === 0 ? (['recorded', 'live'] as const) : (['live', 'recorded'] as const)) await asked[kind]();
  }
  // Of each round, since both of them find the same machine in it.
  const later = median(recorded.map((ms, round) => ms - (live[round] ?? 0)).slice(WARM_UP));
  const [late, early] = [median(recorded.slice(WARM_UP)), median(live.slice(WARM_UP))];
  return figure(
    'http-first-byte-ms',
    later,
    1,
    `${later.toFixed(2)} ms later; ${late.toFixed(2)} ms, undisturbed ${early.toFixed(2)} ms, medians of ${ROUNDS}`,
  );
}

/** Milliseconds until it is there; the rest is read too, so that the connection can be used again. */
async function firstByte(send: typeof fetch, url: string): Promise<number> {
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }], stream: true });
  const start = now();
  const response = await send(`${url}/v1/chat/completions`, { method: 'POST', body });
  let taken: number | null = null;
  for await (const _ of response.body ?? []) taken ??= now() - start;
  if (taken === null) throw new Error('the provider has streamed nothing: nothing was measured');
  return taken;
}
