// node --import @stepfork/register measure.mjs <agents>: records each of the agents against a provider, shuts that down, replays, and prints what can be compared.
import { record } from '@stepfork/interceptor';
import { replay } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';

const { agentsOf } = await import(new URL(`./agents/${process.argv[2]}`, import.meta.url));
const callsOf = ({ steps }) =>
  steps.map(({ call, parent, outcome }) => [call.kind, call.name, call.kind === 'tool' ? call.input : null, parent, outcome.kind]);
const measured = {};
for (const name of Object.keys(agentsOf('', []))) measured[name] = await measure(name);
console.log(JSON.stringify(measured));
process.exit();

async function measure(name) {
  const provider = await startProvider({ ids: 'random' });
  const ran = [];
  const agent = agentsOf(provider.url, ran)[name];
  const trunk = await record(agent, null);
  await provider.close();
  const file = { trunk, forks: [], sealed: true, damage: null };
  const bodies = ran.splice(0);
  const { trace, stop } = await replay(file, agent);
  const bodiesInReplay = ran.splice(0);
  const live = await replay(file, agent, { policies: { tools: { '*': 'live' } } });
  return {
    met: trunk.run.versions['@stepfork/register'] ?? null,
    outcome: trunk.outcome,
    calls: callsOf(trunk),
    bodies,
    replayed: {
      isSame: JSON.stringify(trace.outcome) === JSON.stringify(trunk.outcome),
      calls: callsOf(trace),
      bodies: bodiesInReplay,
      stop,
    },
    live: { calls: callsOf(live.trace), bodies: ran, stop: live.stop },
  };
}
