import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Candidate, runHere } from '@stepfork/minimize';
import { writeTrace } from '@stepfork/trace';
import { figure } from '../../src/figure.ts';
import { pooledAgent, poolInternals } from '../../src/pooled-agent.ts';
import { median } from '../../src/timing.ts';
import type { Section } from '../section.ts';

const ROUNDS = 20;
const REPLAYS_A_ROUND = 20;

/** One replay of 21 events and 74 KB: here, in a warm worker, in a process of its own. In turns, so that a slow minute of the machine hits all. */
export async function costFigures(): Promise<Section> {
  const { file, agent, traces } = await pooledAgent();
  const { createWorkerPool, resolveAgentRef } = await poolInternals();
  const candidate = { traces, agent: resolveAgentRef(`${file}#agent`, []), claim: null, rules: {} };
  const here = runHere({ buggy: agent });
  const asked: Candidate = { trace: traces.trunk, side: 'buggy', match: 'key', maxCalls: 1000 };
  // As a search does: what a replay puts in place stays from one to the next.
  const end = here.begin?.();
  const pools = { kept: createWorkerPool({ workers: 1, modules: 'kept' }), fresh: createWorkerPool({ workers: 1, modules: 'fresh' }) };
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-bench-'));
  try {
    const trace = join(folder, 'run.sftrace');
    writeFileSync(trace, await writeTrace(traces, 'packed'));
    const ms = await medians({
      'in this process': async () => void (await here(asked, new AbortController().signal)),
      'warm worker, modules kept': async () => void (await pools.kept.runCandidate(candidate)),
      'warm worker, modules fresh': async () => void (await pools.fresh.runCandidate(candidate)),
      'a new process': async () => replayOnce(trace, file),
    });
    const processMs = ms['a new process'];
    const bar = (name: keyof typeof ms, most: number) =>
      figure(
        `cost-${name.replace(/,? /g, '-')}`,
        ms[name],
        most,
        `ms; a new process ${processMs.toFixed(0)} ms, ${Math.round(processMs / ms[name])} times that`,
      );
    return {
      title: 'One replay of 21 events and 74 KB, median',
      head: ['where', 'ms'],
      rows: Object.entries(ms),
      figures: [bar('in this process', 0.5), bar('warm worker, modules kept', 1), bar('warm worker, modules fresh', 2.5)],
    };
  } finally {
    end?.();
    await Promise.all(Object.values(pools).map((pool) => pool.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

function replayOnce(trace: string, agent: string): void {
  const program = fileURLToPath(new URL('../replay-once.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [program, trace, agent], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`a replay in a process of its own failed: ${stderr}`);
}

/** Median milliseconds of each body. A new process is started once a round, all else many times; the first round warms up. */
async function medians<Name extends string>(bodies: Readonly<Record<Name, () => Promise<void>>>): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(bodies) as unknown as readonly Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of names) {
      for (let run = 0; run < (name === 'a new process' ? 1 : REPLAYS_A_ROUND); run += 1) {
        const start = performance.now();
        await bodies[name]();
        if (round >= 0) times.get(name)?.push(performance.now() - start);
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
}
