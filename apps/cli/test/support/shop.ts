import { readFileSync, rmSync } from 'node:fs';
import { openProject, type Project, project } from './project.ts';

const recordings = new Map<string, Promise<Buffer>>();

/** A project with `shop.sftrace`, the recorded run of the buggy agent in `src/shop.mjs`, or one more of its agents. Each is really recorded, once per test file. */
export async function shop(...more: readonly string[]): Promise<Project> {
  const here = project();
  for (const agent of ['buggy', ...more]) {
    const made = recordings.get(agent) ?? recordAgent(agent);
    recordings.set(agent, made);
    here.write(agent === 'buggy' ? 'shop.sftrace' : `${agent}.sftrace`, await made);
  }
  return here;
}

/** What really ran in a project, in order. */
export function ran(here: Project): readonly string[] {
  return here.has('world.log') ? here.read('world.log').trim().split('\n') : [];
}

async function recordAgent(agent: string): Promise<Buffer> {
  const here = openProject();
  try {
    const ended = await here.stepfork(['record', '-a', `./src/shop.mjs#${agent}`, '-i', '"go"', '-o', 'new.sftrace']);
    if (ended.code !== 0) throw new Error(`recording failed: ${ended.stderr}`);
    return readFileSync(here.path('new.sftrace'));
  } finally {
    rmSync(here.folder, { recursive: true, force: true });
  }
}
