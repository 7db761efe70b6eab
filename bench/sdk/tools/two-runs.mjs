// node --import @stepfork/register two-runs.mjs <module> <form>: two runs of one agent at the same time in this process, recorded, then replayed at the same time
// with the provider down. Prints what of one was found in the other, and ends with 1 if anything was.
import { readFileSync, writeFileSync } from 'node:fs';
import { record } from '@stepfork/interceptor';
import { replay } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import { callsFor } from './calls-for.mjs';
import { prompts } from './shop.mjs';

const [, , name, form] = process.argv;
const { NOTES, PROVIDER_URL } = process.env;
const { agents } = await import(`./agents/${name}.mjs`);
const agent = (id) => agents[form](prompts.asked(id));
const ids = ['a-17', 'b-23'];

writeFileSync(NOTES, '');
const provider = await startProvider({ ids: 'random', calls: callsFor, port: Number(new URL(PROVIDER_URL).port) });
const recorded = await Promise.all(ids.map((id) => record(agent, id)));
await provider.close();
const ran = bodies();
const replayed = await Promise.all(recorded.map((trunk) => replay({ trunk, forks: [], sealed: true, damage: null }, agent)));

const problems = [
  ...(ran === 4 ? [] : [`${ran} bodies ran while recording`]),
  ...(bodies() === ran ? [] : [`${bodies() - ran} bodies ran in the replay`]),
  ...ids.flatMap((id, at) => problemsOf(id, recorded[at], replayed[at])),
];
console.log(problems.join('; '));
process.exitCode = problems.length === 0 ? 0 : 1;

function problemsOf(id, trunk, { trace, stop }) {
  const calls = callsFor([prompts.asked(id)]).map(({ name: tool, input }) => `${tool} ${JSON.stringify(input)}`);
  return [
    ...(isSame(toolsOf(trunk), calls) ? [] : [`${id} recorded ${toolsOf(trunk).join(', ')}`]),
    ...(stop === null && isSame(trace.outcome, trunk.outcome) && isSame(toolsOf(trace), calls)
      ? []
      : [`${id} is not the same in the replay`]),
    ...(JSON.stringify(trunk.steps).includes(ids.find((other) => other !== id)) ? [`${id} holds the other run`] : []),
  ];
}

function toolsOf({ steps }) {
  return steps.filter(({ call }) => call.kind === 'tool').map(({ call }) => `${call.name} ${JSON.stringify(call.input)}`);
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function bodies() {
  return readFileSync(NOTES, 'utf8').split('\n').length - 1;
}
