// What is measured of each SDK: an agent that reads the weather, then alerts everybody, which ends its run.
import diagnostics from 'node:diagnostics_channel';
import { record } from '@stepfork/interceptor';
import { check, forkOnDemand, replay } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';

let sockets = 0;
diagnostics.subscribe('net.client.socket', () => {
  sockets += 1;
});

const prompts = ['How is it in Bern?', 'How is it in Rome?'];
const sink = { tools: { send_alert: 'sink' } };
/** A machine that is busy is slow, not wrong. */
const patient = { timeoutMs: 100_000 };
const fileOf = (trunk, ...forks) => ({ trunk, forks, sealed: true, damage: null });
const callsOf = ({ steps }) => steps.map(({ call }) => (call.kind === 'model' ? 'model' : call.name));
const isSame = (trace, recorded) => JSON.stringify(trace.outcome) === JSON.stringify(recorded.outcome);

/**
 * `makeAgent(url, ran, plan)` gives the agent; `ran` takes down the names of tools whose bodies ran. A plan is how a corrected one differs: `suffix` is put behind the
 * argument of the alert, `more` offers get_time too, `prompt` is another question, `wrap` is what somebody does to the tools who prefers a line of code.
 */
export async function measureTwoTools(makeAgent) {
  const ran = [];
  const agentAt =
    (url) =>
    (plan = {}) =>
      makeAgent(url, ran, plan);
  /** What has happened since this was last asked. */
  const done = () => {
    const since = { bodies: ran.splice(0), sockets };
    sockets = 0;
    return since;
  };
  const provider = await startProvider({ ids: 'random' });
  const agent = agentAt(provider.url);
  done();
  const trunk = await record(agent(), null);
  const recorded = { outcome: trunk.outcome, calls: callsOf(trunk), ...done() };
  const together = await Promise.all(prompts.map((prompt) => record(agent({ prompt }), null)));
  await provider.close();
  done();
  return {
    recorded,
    together: together.map((trace) => ({
      calls: callsOf(trace),
      asked: prompts.filter((prompt) => JSON.stringify(trace.steps).includes(prompt)),
    })),
    ...(await replayed(agent, trunk, done)),
    togetherAgain: await replayedTogether(agent, together, done),
    ...(await corrected(agent, agentAt, trunk, done)),
  };
}

async function replayed(agent, trunk, done) {
  const again = async (options) => {
    const { trace, stop } = await replay(fileOf(trunk), agent(), { ...patient, ...options });
    return { isSame: isSame(trace, trunk), calls: callsOf(trace), stop, ...done() };
  };
  return { replayed: await again(), live: await again({ policies: { tools: { get_weather: 'live' } } }) };
}

async function replayedTogether(agent, recorded, done) {
  const replays = await Promise.all(recorded.map((trunk, at) => replay(fileOf(trunk), agent({ prompt: prompts[at] }), patient)));
  return { isSame: replays.map(({ trace, stop }, at) => stop === null && isSame(trace, recorded[at])), ...done() };
}

async function corrected(agent, agentAt, trunk, done) {
  const judged = async (plan, call, ...forks) => {
    const testCase = { traces: fileOf(trunk, ...forks), agent: agent(plan), claim: { calls: [call] }, policies: sink, ...patient };
    const { verdict } = await check(testCase);
    return { verdict: verdict.kind, reason: verdict.reason ?? null, ...done() };
  };
  const alert = { tool: 'send_alert', with: { city: 'Paris, FR' }, times: 1, only: true };
  const more = [{ more: true }, { tool: 'get_time', times: 1 }];
  const before = { changed: await judged({ suffix: ', FR' }, alert), unchanged: await judged({}, alert), unseen: await judged(...more) };
  const provider = await startProvider({ ids: 'random' });
  const forked = await forkOnDemand(fileOf(trunk), agentAt(provider.url)({ more: true }), {
    ...patient,
    live: ['model:*', 'get_time'],
    policies: sink,
  });
  await provider.close();
  const { bodies } = done();
  const forks = forked.kind === 'forked' ? [forked.fork] : [];
  return { ...before, fork: { kind: forked.kind, stop: forked.stop ?? null, bodies }, forked: await judged(...more, ...forks) };
}

/** The steps of each agent as it is recorded without a line in it, and with one. In a process in which tools were wrapped by hand no others of their names are met: so this comes last. */
export async function recordBothForms(makers, wrap) {
  const recordAll = async (plan) => {
    const recorded = {};
    for (const [name, makeAgent] of Object.entries(makers)) {
      const provider = await startProvider();
      const { steps } = await record(makeAgent(provider.url, [], plan), null);
      await provider.close();
      recorded[name] = steps.map(({ parent, call, outcome }) => ({ parent, call, outcome: call.kind === 'tool' ? outcome : null }));
    }
    return recorded;
  };
  return { hooked: await recordAll({}), wrapped: await recordAll({ wrap }) };
}
