import { tool } from '@stepfork/interceptor';

const look = tool('look', async () => ({ goal: 6, step: 3 }));
const count = tool('count', async () => null, { effect: true });

/** Comes to its goal only where the step divides it. What it does in its loop may be counted (calls), or not (nothing). */
async function walk(inLoop) {
  const { goal, step } = await look({});
  let at = 0;
  while (at !== goal) {
    at += step;
    await inLoop?.(at);
  }
  return at;
}

export const calls = () => walk((at) => count({ at: at % 2 }));
export const timers = () => walk(() => new Promise((resolve) => setTimeout(resolve, 1)));
/** Its loop hangs on no answer: only another source makes it endless. */
export const own = async () => {
  await look({});
  let at = 0;
  while (at !== 6) at += 3;
  return at;
};
export const nothing = async () => {
  const { goal, step } = await look({});
  let at = 0;
  while (at !== goal) at += step;
  return at;
};
