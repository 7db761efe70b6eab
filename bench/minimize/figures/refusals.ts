import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { record } from '@stepfork/interceptor';
import type { Agent } from '@stepfork/replay';
import { writeTrace } from '@stepfork/trace';
import { figure } from '../../src/figure.ts';
import type { Section } from '../section.ts';

const agents = fileURLToPath(new URL('../refusals-agent.mjs', import.meta.url));
const bin = join(dirname(createRequire(import.meta.url).resolve('stepfork/package.json')), 'bin', 'run.js');

interface Refused {
  readonly asked: string;
  readonly exit: number | null;
  readonly expected: number;
  /** Of the agent, whatever the command counts. */
  readonly runs: number;
  /** So many at most. */
  readonly mostRuns: number;
}

const recorded = (agent: string): readonly string[] => ['--agent', `${agents}#${agent}`];
const usage: readonly (readonly [string, ...string[]])[] = [
  ['crash.sftrace', ...recorded('crashes'), '--unit', 'cells'],
  ['crash.sftrace', ...recorded('crashes'), '--max-replays', '0'],
  ['crash.sftrace', ...recorded('crashes'), '--max-time', '0'],
  ['crash.sftrace', ...recorded('crashes'), '--workers', '0'],
  ['crash.sftrace', ...recorded('crashes'), '--timeout', '-1'],
  ['crash.sftrace', ...recorded('crashes'), '--minimum'],
  ['crash.sftrace', ...recorded('crashes'), '--fixed', './nowhere.mjs#agent'],
  ['crash.sftrace', ...recorded('crashes'), '--fixed', `${agents}#nothing`],
  ['crash.sftrace', ...recorded('crashes'), '--check', './nowhere.mjs#check'],
  ['crash.sftrace', ...recorded('crashes'), '--claim', './nowhere.json'],
  ['crash.sftrace', ...recorded('crashes'), '--returns', '{'],
  ['crash.sftrace', ...recorded('crashes'), '--policy', 'look_up=none'],
  ['crash.sftrace', ...recorded('crashes'), '--policy', 'look_down=live'],
  ['crash.sftrace', ...recorded('crashes'), '--output', 'crash.sftrace'],
  ['crash.sftrace', ...recorded('nothing')],
  ['nowhere.sftrace', ...recorded('crashes')],
  ['return.sftrace', ...recorded('returns')],
];
const failures: readonly (readonly [string, number])[] = [
  ['returns', 1],
  ['asksMore', 3],
];

/** What the command refuses, and how often the agent has run by then. */
export async function refusalFigures(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-bench-'));
  try {
    const { crashes, returns } = (await import(pathToFileURL(agents).href)) as Readonly<Record<'crashes' | 'returns', Agent>>;
    for (const [name, agent] of Object.entries({ crash: crashes, return: returns })) {
      const trunk = await record(agent, null);
      writeFileSync(join(folder, `${name}.sftrace`), await writeTrace({ trunk, forks: [], sealed: true, damage: null }, 'packed'));
    }
    const all: Refused[] = [];
    for (const asked of usage) all.push(await refused(folder, asked, 2, 0));
    for (const [agent, exit] of failures) all.push(await refused(folder, ['crash.sftrace', ...recorded(agent)], exit, 2));
    const isWrong = ({ exit, expected, runs, mostRuns }: Refused): boolean => exit !== expected || runs > mostRuns;
    return {
      title: 'What the command refuses',
      head: ['asked', 'exit', 'expected', 'runs of the agent'],
      rows: all.map(({ asked, exit, expected, runs }) => [asked, exit ?? 'killed', expected, runs]),
      figures: [
        figure(
          'refused-wrongly',
          all.filter(isWrong).length,
          0,
          `of ${usage.length} wrong flags (exit 2, no run) and ${failures.length} failures (exit 1 and 3, two runs at most)`,
        ),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function refused(folder: string, args: readonly string[], expected: number, mostRuns: number): Promise<Refused> {
  const runs = join(folder, 'runs.txt');
  rmSync(runs, { force: true });
  const child = spawn(process.execPath, [bin, 'minimize', ...args], {
    cwd: folder,
    env: { ...process.env, RUNS_FILE: runs },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [exit]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  if (exit === 70) throw new Error(said);
  const asked = args.map((arg) => arg.replace(agents, 'agents.mjs')).join(' ');
  return {
    asked,
    exit: exit as number | null,
    expected,
    runs: existsSync(runs) ? readFileSync(runs, 'utf8').split('\n').length - 1 : 0,
    mostRuns,
  };
}
