import { createFetch, unrecordedRequests } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { expect, test } from 'vitest';
import { replayOf } from './record-and-replay.ts';

const json = { 'content-type': 'application/json' };

test.each([
  ['OpenAI traces', 'POST', 'https://api.openai.com/v1/traces/ingest', '{"data":[]}'],
  ['LangSmith', 'POST', 'https://api.smith.langchain.com/runs/multipart', 'x'],
  [
    'LangSmith, which is told how a run ended',
    'PATCH',
    'https://eu.api.smith.langchain.com/runs/5d1e0f6a-0c1b-4a2f-9b53-3a1f2e4c7d90',
    '{}',
  ],
  ['LangSmith, asked about itself', 'GET', 'https://api.smith.langchain.com/info', null],
  ['LangSmith at home', 'POST', 'https://traces.example.com/api/v1/runs/batch', '{}'],
  ['OpenTelemetry', 'POST', 'http://127.0.0.1:4318/v1/traces', '{"resourceSpans":[]}'],
  ['Langfuse', 'POST', 'https://cloud.langfuse.com/api/public/ingestion', '{}'],
])('%s: sent in a recording and in no trace, answered in a replay', async (_what, method, url, body) => {
  const sent: string[] = [];
  const fetch = createFetch({
    fetch: async (input) => {
      sent.push(String(input));
      return new Response(null, { status: 204 });
    },
  });
  const agent = async (): Promise<unknown> => (await fetch(url, { method, headers: json, body })).ok;
  const recorded = await record(agent, null);
  expect([recorded.steps, recorded.outcome, sent]).toEqual([[], { kind: 'returned', value: true }, [url]]);
  const { trace, stop } = await replayOf(recorded, agent);
  expect([stop, trace.steps, trace.outcome, sent.length]).toEqual([null, [], recorded.outcome, 1]);
  expect(unrecordedRequests()).toContainEqual({ host: new URL(url).host, why: 'side-traffic', count: expect.any(Number) });
});

test.each([
  ['POST', 'https://api.openai.com/v1/threads/runs'],
  ['GET', 'https://api.example.com/v1/traces'],
  ['POST', 'https://api.example.com/runs'],
  ['GET', 'https://api.smith.langchain.com/commits/-/greeting/latest'],
  ['POST', 'https://api.smith.langchain.com/runs/query'],
  ['GET', 'https://js.langchain.com/docs'],
  ['POST', 'https://api.example.com/v1/logs'],
])('%s %s is none', async (method, url) => {
  const fetch = createFetch({ fetch: async () => new Response('{"id":7}', { headers: json }) });
  const body = method === 'POST' ? '{"line":"lost"}' : null;
  const agent = async (): Promise<unknown> => (await fetch(url, { method, headers: json, body })).json();
  const trace = await record(agent, null);
  expect(trace.steps).toHaveLength(1);
  expect((await replayOf(trace, agent)).trace.outcome).toEqual(trace.outcome);
});
