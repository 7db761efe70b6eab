import { first, offline, sameOutput } from './problems.mjs';

const file = 'one.sftrace';
const replay = ['replay', file, '--timeout', '500000'];
const fork = ['fork', file, '--timeout', '500000'];

/**
 * What every agent with two tools is asked, one that reads and one that writes, as a program that knows nothing of Stepfork. What is wrong is said in a sentence;
 * `same` where nothing is.
 *
 * @typedef {readonly [tool: string, args: object]} Asked
 * @typedef {'asked' | 'changed' | 'further'} Task as it was, with another argument of the effect, with one read more before it
 * @typedef {import('./stepfork.mjs').Played & { ran: number, connections: number, bodies?: number }} Ran `ran`: what was started for real
 * @param {{ start(): Promise<void>, stop(): Promise<void>, reset(): void, write(name: string, value: object): void,
 *   play(args: readonly string[], task: Task): Promise<Ran> }} place the agent, and what it talks to, which is up between `start` and `stop`
 * @param {{ read: Asked, effect: Asked, changed: object, more: Asked, asksModels: boolean }} scenario
 * @returns {Promise<{ replay: string, live: string, sink: string, fork: string }>}
 */
export async function measureAgent(place, scenario) {
  const recorded = await whileUp(place, () => place.play(['record', '-o', file], 'asked'));
  if (recorded.code !== 0 || !recorded.stdout.startsWith('{')) throw new Error(`it did not run: ${recorded.stderr.slice(-600)}`);
  if (recorded.ran + recorded.network.length === 0) throw new Error('nothing was counted while recording: the measure is broken');
  place.reset();
  return {
    replay: await frozen(place, recorded),
    live: await oneLive(place, scenario, recorded),
    sink: await changedArgument(place, scenario),
    fork: await oneCallMore(place, scenario),
  };
}

async function frozen(place, recorded) {
  const replayed = await place.play(replay, 'asked');
  return first(ends(replayed, 0), sameOutput(recorded, replayed), offline(replayed));
}

async function oneLive(place, { read: [tool] }, recorded) {
  const live = await whileUp(place, () => place.play([...replay, '--policy', `${tool}=live`], 'asked'));
  const { stderr, bodies = 1 } = live;
  const ran = stderr.includes('1 body ran') && bodies === 1 ? null : `not one body ran, but ${bodies}: ${stderr.slice(-300)}`;
  return first(ends(live, 0), sameOutput(recorded, live), ran);
}

async function changedArgument(place, { effect: [tool], changed, asksModels }) {
  place.write('claim.json', { calls: [{ tool, with: changed, times: 1 }] });
  const sink = ['--policy', `${tool}=sink`];
  const judged = [...replay, ...sink, '--claim', 'claim.json'];
  // The model is asked something else by the fix; the effect runs for nobody.
  const forked = asksModels ? await whileUp(place, () => place.play([...fork, '--live', 'model:*', ...sink], 'changed')) : null;
  const right = await place.play(judged, 'changed');
  const wrong = await place.play(judged, 'asked');
  const asked = forked === null ? null : (ends(forked, 0) ?? ranBodies(forked, 0));
  return first(asked, ends(right, 0), offline(right), ends(wrong, 1), offline(wrong));
}

async function oneCallMore(place, { read, effect: [effect], more, asksModels }) {
  const [tool, args] = more;
  place.write('claim.json', { calls: [{ tool, with: args, times: 1 }] });
  const sink = ['--policy', `${effect}=sink`];
  const judged = [...replay, ...sink, '--claim', 'claim.json'];
  const live = ['--live', read[0], ...(asksModels ? ['--live', 'model:*'] : [])];
  const unseen = await place.play(judged, 'further');
  const forked = await whileUp(place, () => place.play([...fork, ...live, ...sink], 'further'));
  const again = await place.play(judged, 'further');
  return first(ends(unseen, 3), offline(unseen), ends(forked, 0), ranBodies(forked, 1), ends(again, 0), offline(again));
}

async function whileUp(place, play) {
  await place.start();
  try {
    return await play();
  } finally {
    await place.stop();
  }
}

function ends({ code, stderr }, expected) {
  return code === expected ? null : `it ended with ${code}, not ${expected}: ${stderr.trim().slice(-400)}`;
}

/** Where bodies can be counted. */
function ranBodies({ bodies }, expected) {
  return bodies === undefined || bodies === expected ? null : `${bodies} bodies ran, not ${expected}`;
}
