// node --import @stepfork/register measure.mjs <file> [agents|two]: records each of the agents of a file against a provider, shuts that down, replays, and prints what can be
// compared. `agents` are those of one tool, `two` those of two-tools.mjs.
import { record } from '@stepfork/interceptor';
import { replay } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import { measureTwoTools, recordBothForms } from './two-tools.mjs';

const [, , file, only] = process.argv;
const { agentsOf, twoTools } = await import(new URL(`./agents/${file}`, import.meta.url));
const callsOf = ({ steps }) =>
  steps.map(({ call, parent, outcome }) => [call.kind, call.name, call.kind === 'tool' ? call.input : null, parent, outcome.kind]);
const [agents, two] = [{}, {}];
for (const name of only === 'two' ? [] : Object.keys(agentsOf('', []))) agents[name] = await measure(name);
for (const [name, makeAgent] of only === 'agents' ? [] : Object.entries(twoTools)) two[name] = await measureTwoTools(makeAgent);
console.log(JSON.stringify({ agents, two, forms: only === undefined ? await bothForms() : null }));
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

async function bothForms() {
  const adapter = await import(`@stepfork/${file.replace('.mjs', '')}`);
  return recordBothForms(twoTools, adapter.wrapTools ?? adapter.wrapTool);
}
