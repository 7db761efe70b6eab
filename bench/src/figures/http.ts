import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { replay } from '@stepfork/replay';
import { openTraceFile, readTraceFile } from '@stepfork/trace/file';
import OpenAI from 'openai';
import { type Figure, figure } from '../figure.ts';
import { median, paired } from '../timing.ts';
import { wordsFrom } from '../words.ts';

const CONVERSATIONS = 20;
const TURNS = 30;
const CALLS = CONVERSATIONS * TURNS;
// Put aside before a run: within one, a reading of the clock is recorded.
const now = performance.now.bind(performance);

/** 600 chat calls of the SDK of OpenAI over loopback, each with the whole conversation before it: recorded into a file, replayed from it. */
export async function httpFigures(): Promise<readonly Figure[]> {
  const words = wordsFrom(13);
  const questions = Array.from({ length: CALLS }, () => words(1450));
  const answers = Array.from({ length: CALLS }, () => words(1000));
  const server = fork(fileURLToPath(new URL('./chat-server.mjs', import.meta.url)), { execArgv: [] });
  server.send(answers);
  const file = join(tmpdir(), `stepfork-bench-http-${process.pid}.sftrace`);
  try {
    const [port] = (await once(server, 'message')) as [number];
    const client = new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1`, fetch: createFetch(), maxRetries: 0 });
    const agent = (streams: boolean) => () => converse(client, questions, streams);
    const recording = (streams: boolean) => async (): Promise<void> => {
      const writer = await openTraceFile(file, { force: true });
      const { outcome } = await record(agent(streams), null, { writer });
      await writer.close();
      if (outcome.kind !== 'returned') throw new Error('a recorded run failed: nothing was measured');
    };
    const framesPlain = await msOf(agent(true));
    const framed = await msOf(recording(true));
    const frames = statSync(file).size;
    const [recorded, plain] = await paired(5, recording(false), agent(false));
    const size = statSync(file).size;
    const [late, live] = await firstBytes(port);
    await stop(server);
    const replayed = await replayMs(file, agent(false));
    const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
    return [
      figure('http-record', recorded / plain, 1.4, `${seconds(recorded)} for ${CALLS} calls, undisturbed ${seconds(plain)}`),
      figure('http-replay-ms', replayed / CALLS, 0.667, `${Math.round((CALLS / replayed) * 1000).toLocaleString('en')} calls/s`),
      figure('http-first-byte-ms', late - live, 1, `${late.toFixed(2)} ms, undisturbed ${live.toFixed(2)} ms`),
      figure('http-store-mb', size / 1e6, 3, `${mb(size)}, full requests and JSON answers`),
      figure(
        'http-store-frames-mb',
        frames / 1e6,
        4,
        `${mb(frames)}, one token in each event, recorded in ${seconds(framed)}, undisturbed ${seconds(framesPlain)}`,
      ),
    ];
  } finally {
    await stop(server);
    rmSync(file, { force: true });
  }
}

async function msOf(body: () => Promise<unknown>): Promise<number> {
  const start = now();
  await body();
  return now() - start;
}

async function converse(client: OpenAI, questions: readonly string[], streams: boolean): Promise<number> {
  let read = 0;
  for (let at = 0; at < CALLS; at += TURNS) {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: 'You are a support agent.' }];
    for (const content of questions.slice(at, at + TURNS)) {
      messages.push({ role: 'user', content });
      const answer = streams ? await streamed(client, messages) : await whole(client, messages);
      messages.push({ role: 'assistant', content: answer });
      read += answer.length;
    }
  }
  return read;
}

async function whole(client: OpenAI, messages: OpenAI.ChatCompletionMessageParam[]): Promise<string> {
  const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages, temperature: 0 });
  return choices[0]?.message.content ?? '';
}

async function streamed(client: OpenAI, messages: OpenAI.ChatCompletionMessageParam[]): Promise<string> {
  let text = '';
  for await (const { choices } of await client.chat.completions.create({ model: 'gpt-4o', messages, temperature: 0, stream: true })) {
    text += choices[0]?.delta.content ?? '';
  }
  return text;
}

async function replayMs(file: string, agent: () => Promise<number>): Promise<number> {
  const traces = await readTraceFile(file);
  const times: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const start = now();
    const { receipt, stop } = await replay(traces, agent, { maxCalls: CALLS + 1, timeoutMs: 60_000 });
    if (round > 0) times.push(now() - start);
    if (stop || receipt.entries.some(({ how }) => how !== 'exact')) throw new Error('the replay broke: nothing was measured');
  }
  return median(times);
}

/** Milliseconds until the first piece of a streamed answer: recorded, and undisturbed. */
async function firstBytes(port: number): Promise<readonly [number, number]> {
  const fetch = createFetch();
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }], stream: true });
  const times: [number[], number[]] = [[], []];
  const ask = async (into: number[]): Promise<void> => {
    const start = now();
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: 'POST', body });
    let isFirst = true;
    for await (const _ of response.body ?? []) {
      if (isFirst) into.push(now() - start);
      isFirst = false;
    }
  };
  for (let round = 0; round < 22; round += 1) {
    await record(() => ask(times[0]), null);
    await ask(times[1]);
  }
  return [median(times[0].slice(2)), median(times[1].slice(2))];
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill();
  await once(server, 'exit');
}
