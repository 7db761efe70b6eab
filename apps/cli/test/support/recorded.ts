import { readFileSync, rmSync } from 'node:fs';
import { openProject, type Project } from './project.ts';

let recording: Promise<Buffer> | null = null;

/** Puts `refund.sftrace` into the project: the failing run of the fixture agent, really recorded, once for all test files of a process. */
export async function addRecording(project: Project, name = 'refund.sftrace'): Promise<void> {
  recording ??= recordRefund();
  project.write(name, await recording);
}

async function recordRefund(): Promise<Buffer> {
  const here = openProject();
  try {
    const ended = await here.stepfork([
      'record',
      '-a',
      './src/agent.ts#runAgent',
      '-i',
      '{"email":"mira@shop.example"}',
      '-o',
      'refund.sftrace',
    ]);
    if (ended.code !== 0) throw new Error(`recording failed: ${ended.stderr}`);
    return readFileSync(here.path('refund.sftrace'));
  } finally {
    rmSync(here.folder, { recursive: true, force: true });
  }
}
