import { record, tool } from '@stepfork/interceptor';
import { replay } from '@stepfork/replay';
import { type Figure, figure } from '../figure.ts';
import { paired } from '../timing.ts';
import { wordsFrom } from '../words.ts';

const CALLS = 3000;

/** A frozen call of 1 KB in and 1 KB out against one round trip of both through JSON. */
export async function replayFigures(): Promise<readonly Figure[]> {
  const words = wordsFrom(3);
  const part = (id: number): object => ({
    id,
    name: words(40),
    tags: [words(20), words(20)],
    note: words(300),
    body: words(550),
    ok: true,
  });
  const inputs = Array.from({ length: CALLS }, (_, id) => part(id));
  const answers = inputs.map((_, id) => part(id));
  const lookup = tool('lookup', async (input: object) => answers[(input as { id: number }).id]);
  const agent = async (): Promise<number> => {
    let seen = 0;
    for (const input of inputs) if (await lookup(input)) seen += 1;
    return seen;
  };
  const trunk = await record(agent, null);
  const traces = { trunk, forks: [], sealed: true, damage: null };
  const [frozen, roundTrip] = await paired(
    5,
    async () => {
      const { receipt, stop } = await replay(traces, agent, { maxCalls: CALLS + 1, timeoutMs: 60_000 });
      if (stop || receipt.entries.some((entry) => entry.how !== 'exact')) throw new Error('the replay broke: nothing was measured');
    },
    () => {
      for (const [id, input] of inputs.entries()) {
        JSON.parse(JSON.stringify(input));
        JSON.parse(JSON.stringify(answers[id]));
      }
    },
  );
  return [
    figure(
      'frozen-replay',
      frozen / roundTrip,
      4,
      `${Math.round((CALLS / frozen) * 1000).toLocaleString('en')} calls/s, ${((frozen * 1000) / CALLS).toFixed(1)} µs a call`,
    ),
  ];
}
