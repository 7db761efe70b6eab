// Mutants of the source of one agent: by Stryker with its tap runner, on the exported test, and by `stepfork score --source`, in the same run. What a
// mutant takes is the difference of two whole starts, which scatter by more than ours takes in all: so both are started in turns, several times, and the
// middle one of the differences counts, of either side.
//   npm run bench:source [-- --json results.json]
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compareKills } from './compare-kills.mjs';
import { runTimed } from './run-timed.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({ options: { json: { type: 'string' } } });
const stepfork = join(here, 'node_modules', 'stepfork', 'bin', 'run.js');
const leastRatio = 25;
/** An odd number: one of them is in the middle. */
const roundsInTurn = 5;

// Inside this folder, so that the project finds what is installed here.
mkdirSync(join(here, '.projects'), { recursive: true });
const project = mkdtempSync(join(here, '.projects', 'refund-'));
try {
  const result = await measure();
  report(result);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = ratioOf(result.each.ms) >= leastRatio && result.kills.isSame ? 0 : 1;
} finally {
  rmSync(project, { recursive: true, force: true });
}

async function measure() {
  await prepare();
  const stryker = (...more) => timed(join(here, 'run-stryker.mjs'), 'refund.test.mjs', 'stryker.json', ...more);
  const score = (module) =>
    timed(stepfork, 'score', 'refund.case.json', '--fresh', '--buggy', './src/agent-buggy.mjs#runAgent', '--json', '--mutate', module);
  const rounds = [];
  for (let round = 0; round < roundsInTurn; round += 1) {
    const strykerDry = await stryker('dry');
    const strykerWhole = await stryker();
    const [few, all] = [await score('src/words.mjs'), await score('src/agent.mjs')];
    rounds.push({ stryker: strykerWhole, strykerDry, stepfork: all, stepforkFew: few });
  }
  const theirs = JSON.parse(readFileSync(join(project, 'stryker.json'), 'utf8'));
  const [{ stepforkFew: few, stepfork: all }] = rounds;
  const ours = mutantsOf(all);
  const more = ours.length - mutantsOf(few).length;
  const each = (time) => ({
    // Its start, its instrumenting and its first run of the test are left out; of ours the start, and a module with a handful of mutants.
    stryker: median(rounds.map((one) => one.stryker[time] - one.strykerDry[time])) / theirs.length,
    stepfork: median(rounds.map((one) => one.stepfork[time] - one.stepforkFew[time])) / more,
  });
  const whole = (name) => ({
    ms: Math.round(median(rounds.map((one) => one[name].ms))),
    cpuMs: Math.round(median(rounds.map((one) => one[name].cpuMs))),
  });
  return {
    ...{ node: process.versions.node, mutants: ours.length, rounds: rounds.length },
    whole: { stryker: whole('stryker'), strykerDry: whole('strykerDry'), stepfork: whole('stepfork'), stepforkFew: whole('stepforkFew') },
    each: { cpuMs: each('cpuMs'), ms: each('ms') },
    kills: compareKills(theirs, ours),
  };
}

function mutantsOf({ printed }) {
  return JSON.parse(printed).mutants.filter(({ place }) => place.kind === 'source' && !place.isPart);
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The failing run is recorded and exported; then the agent is corrected, as a person would. */
async function prepare() {
  cpSync(join(here, 'agent'), join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'refund', private: true, type: 'module' }));
  const buggy = readFileSync(join(project, 'src', 'agent.mjs'), 'utf8');
  const fixed = buggy.replace('sum + cents, 0) / 100;', 'sum + cents, 0);');
  const input = JSON.stringify({ customer: 'C-7', text: 'They arrived broken.' });
  await timed(stepfork, 'record', '--agent', './src/agent.mjs#runAgent', '--input', input, '--output', 'refund.sftrace');
  writeFileSync(join(project, 'src', 'agent-buggy.mjs'), buggy);
  writeFileSync(join(project, 'src', 'agent-fixed.mjs'), fixed);
  const admitted = ['--fixed', './src/agent-fixed.mjs#runAgent', '--to', 'node-test', '--output', 'refund.test.mjs'];
  await timed(stepfork, 'export', 'refund.sftrace', '--agent', './src/agent.mjs#runAgent', ...admitted);
  writeFileSync(join(project, 'src', 'agent.mjs'), fixed);
}

function timed(...args) {
  return runTimed(args, project);
}

function report({ mutants, rounds, whole, each, kills }) {
  const round = (value) => Math.round(value * 10) / 10;
  const line = (name, { ms, cpuMs }, time) =>
    console.log(
      `${name.padEnd(40)} ${`${ms} ms`.padStart(10)} ${`${cpuMs} ms CPU`.padStart(14)}${time === undefined ? '' : `  ${round(time.ms)} ms, ${round(time.cpuMs)} ms CPU for each mutant`}`,
    );
  console.log(`${mutants} mutants of one module, node ${process.versions.node}, ${rounds} rounds in turns`);
  line('Stryker 9.6.1, tap runner, dry run', whole.strykerDry);
  line('Stryker 9.6.1, tap runner', whole.stryker, { ms: each.ms.stryker, cpuMs: each.cpuMs.stryker });
  line('stepfork score, a handful of mutants', whole.stepforkFew);
  line('stepfork score', whole.stepfork, { ms: each.ms.stepfork, cpuMs: each.cpuMs.stepfork });
  console.log(
    `each mutant: ${round(ratioOf(each.ms))} times faster by the clock (bar: ${leastRatio}), with ${round(ratioOf(each.cpuMs))} times less of the processor`,
  );
  console.log(`killed by both: ${kills.both}; the same set: ${kills.isSame ? 'yes' : 'NO'}`);
  if (kills.unanswered.length > 0)
    console.log(`red for Stryker and no kill here, since the recording cannot answer them: ${kills.unanswered.length}`);
  for (const one of kills.differing) console.log(`  differs: ${one}`);
}

function ratioOf({ stryker, stepfork: ours }) {
  return stryker / ours;
}
