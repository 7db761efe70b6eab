import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { credentialValues } from '@stepfork/interceptor';
import { StepforkError, scanText, type Trace, type TraceFile, writeTrace } from '@stepfork/trace';
import { readTraceFile, writeTraceFile } from '@stepfork/trace/file';
import { environment } from '../ambient/ambient-defaults.ts';
import { derivedTrace } from '../forks/derived-trace.ts';
import { trunkOf } from '../forks/trunk-of.ts';
import type { Replay } from '../replay-result.ts';
import type { LastPlace } from './last-place.ts';

/** So many replays are kept in a project; the oldest ones go. */
const mostKept = 50;

/**
 * Keeps what a test that did not pass has done, so that it can be compared with its recording, in a folder that git ignores. Never throws: a
 * test must not fail for it.
 *
 * @returns the path of the file; `null` where nothing can be kept: the agent never ran, the folder is read-only, a secret would be written
 */
export async function keepLast(replay: Replay, place: LastPlace): Promise<string | null> {
  try {
    if (replay.trace.run.id === replay.recording.run.id) return null;
    const file: TraceFile = { trunk: keptTrace(replay, place.test), forks: [], sealed: true, damage: null };
    if ((await holdsSecret(file)) || !(await makeFolder(place))) return null;
    const path = await write(file, place);
    await removeOldest(dirname(path));
    return path;
  } catch {
    // Whatever the disk says is no verdict on the agent.
    return null;
  }
}

/** Removes what is kept of a test that passes now: what it did before would only confuse. Never throws, and makes no folder. */
export async function dropLast({ test, files: [shared, own] }: LastPlace): Promise<void> {
  try {
    await rm(own, { force: true });
    if ((await testOf(shared)) === test) await rm(shared, { force: true });
  } catch {
    // It stays: the next test that keeps something needs it no less.
  }
}

function keptTrace(replay: Replay, test: string): Trace {
  const { recording } = replay;
  // The commit of the recording is not that of the code which ran now.
  return derivedTrace(replay, { git: null, derived: { kind: 'replayed', of: trunkOf(recording), from: recording.run.id, test } });
}

/** The last look before it is written. Where nothing was redacted, the recording itself holds the secrets, and its owner wanted that. */
async function holdsSecret(file: TraceFile): Promise<boolean> {
  if (file.trunk.run.redaction === null) return false;
  const text = new TextDecoder().decode(await writeTrace(file, 'text'));
  return scanText(text, credentialValues(environment())).length > 0;
}

/** `false` where something else stands there. A link is not followed: files would be written, and old ones removed, in another place. */
async function makeFolder({ folder, files }: LastPlace): Promise<boolean> {
  const last = dirname(files[0]);
  for (const path of [folder, last]) {
    await mkdir(path, { recursive: true });
    if (!(await lstat(path)).isDirectory()) return false;
  }
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
  return true;
}

async function write(file: TraceFile, { test, files: [shared, own] }: LastPlace): Promise<string> {
  try {
    await writeTraceFile(shared, file);
  } catch (error) {
    if (!(StepforkError.isInstance(error) && error.code === 'STEPFORK_FILE_EXISTS')) throw error;
    const path = (await testOf(shared)) === test ? shared : own;
    await writeTraceFile(path, file, { force: true });
    return path;
  }
  await rm(own, { force: true });
  return shared;
}

/** The test whose replay is kept there; `null`: none, or nobody knows. */
async function testOf(path: string): Promise<string | null> {
  try {
    const { derived } = (await readTraceFile(path)).trunk.run;
    return derived?.kind === 'replayed' ? derived.test : null;
  } catch (error) {
    if (StepforkError.isInstance(error)) return null;
    throw error;
  }
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.sftrace(?:\.[0-9a-f]+\.tmp)?$/.test(name));
  if (names.length <= mostKept) return;
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await lstat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  files.sort((a, b) => b.at - a.at);
  await Promise.all(files.slice(mostKept).map(({ path }) => rm(path, { force: true })));
}
