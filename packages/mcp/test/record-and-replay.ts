import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Agent, record } from '@stepfork/interceptor';
import { type Replay, type ReplayOptions, replay } from '@stepfork/replay';
import type { Trace, TraceFile } from '@stepfork/trace';
import { expect, onTestFinished } from 'vitest';
import { startHttpServer } from './servers/http.ts';

/** What the server noted: its starts, and the bodies that ran. */
export interface Notes {
  readonly file: string;
  lines(): readonly string[];
}

export function makeNotes(): Notes {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'notes');
  writeFileSync(file, '');
  return { file, lines: () => readFileSync(file, 'utf8').split('\n').filter(Boolean) };
}

export function fileOf(trunk: Trace): TraceFile {
  return { trunk, forks: [], sealed: true, damage: null };
}

/** Starting a server takes long on a machine that is busy: a limit is there for what hangs. */
export const patient = { timeoutMs: 50_000 } as const;

export function replayOf<I>(trunk: Trace, agent: Agent<I, unknown>, options: ReplayOptions = {}): Promise<Replay> {
  return replay(fileOf(trunk), agent as Agent<unknown, unknown>, { ...patient, ...options });
}

/** Notes of a server over HTTP. First stands how often it was asked. */
export async function makeHttpNotes(): Promise<Notes & { readonly url: string }> {
  const notes = makeNotes();
  const server = await startHttpServer(notes.file);
  return { ...notes, url: server.url, lines: () => [`${server.requests} requests`, ...notes.lines()] };
}

/** Records the agent and replays it: the same must come out, and the server must not notice. */
export async function recordAndReplay<I>(agent: Agent<I, unknown>, input: I, notes: Notes): Promise<{ recorded: Trace; replayed: Replay }> {
  const recorded = await record(agent, input);
  const noted = notes.lines();
  expect(noted.length).toBeGreaterThan(0);
  const replayed = await replayOf(recorded, agent);
  expect(replayed.stop).toBeNull();
  expect(plain(replayed.trace.outcome)).toEqual(plain(recorded.outcome));
  expect(callsOf(replayed.trace)).toEqual(callsOf(recorded));
  expect(notes.lines()).toEqual(noted);
  return { recorded, replayed };
}

/** Replays with one tool that runs for real: the same must come out. What the server notes of it. */
export async function replayLive<I>(
  recorded: Trace,
  agent: Agent<I, unknown>,
  { tool, notes }: { readonly tool: string; readonly notes: Notes },
): Promise<{ readonly noted: readonly string[]; readonly how: readonly string[] }> {
  const before = notes.lines().length;
  const { stop, trace, receipt } = await replayOf(recorded, agent, { policies: { tools: { [tool]: 'live' } } });
  expect([stop, trace.outcome]).toEqual([null, recorded.outcome]);
  return { noted: notes.lines().slice(before), how: receipt.entries.map(({ how }) => how) };
}

/** Calls with what came back, without times. */
export function callsOf({ steps }: Trace): readonly unknown[] {
  const calls = steps.map(({ call, parent, outcome }) => [
    parent,
    call,
    outcome.kind === 'streamed' ? [outcome.chunks.map(({ value }) => value), outcome.end] : outcome,
  ]);
  return plain(calls) as readonly unknown[];
}

export function namesOf({ steps }: Trace): readonly string[] {
  return steps.map(({ call }) => call.name);
}

/** Without the classes above that of an error. */
function plain(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json, (key, value: unknown) => (key === 'bases' ? undefined : value)));
}
