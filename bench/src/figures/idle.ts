import { tool } from '@stepfork/interceptor';
import { type Figure, figure } from '../figure.ts';
import { paired } from '../timing.ts';

const CALLS = 1_000_000;

/** What a wrapped call costs while nothing records and nothing replays: microseconds more than the awaited plain call. */
export async function idleFigures(): Promise<readonly Figure[]> {
  const plain = async (input: { readonly n: number }): Promise<number> => input.n;
  const wrapped = tool('idle', plain);
  const run = (body: (input: { readonly n: number }) => Promise<number>) => async (): Promise<void> => {
    for (let n = 0; n < CALLS; n += 1) await body({ n });
  };
  const [withTool, without] = await paired(5, run(wrapped), run(plain));
  const extra = ((withTool - without) * 1000) / CALLS;
  return [
    figure(
      'idle-call-extra-us',
      extra,
      0.2,
      `${((withTool * 1000) / CALLS).toFixed(3)} µs a wrapped call, ${((without * 1000) / CALLS).toFixed(3)} µs a plain one`,
    ),
  ];
}
