import Anthropic from '@anthropic-ai/sdk';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { comparableTrace } from '@stepfork/replay';
import { startProvider } from '@stepfork/testkit';
import { diffTraces, type Trace } from '@stepfork/trace';
import OpenAI from 'openai';
import { expect, test } from 'vitest';

const apiKey = 'sk-proj-0123456789abcdefghijklmnop';
const model = 'gpt';
const text = (): File => new File(['abc'], 'a.txt', { type: 'text/plain' });
const openai = (url: string): OpenAI => new OpenAI({ apiKey, baseURL: `${url}/v1`, fetch: createFetch() });
const anthropic = (url: string): Anthropic => new Anthropic({ apiKey, baseURL: url, fetch: createFetch() });

/** Each has a provider keep something, and names it in what it asks then. */
const agents: Readonly<Record<string, (url: string, asked: string) => Promise<unknown>>> = {
  async 'a conversation, a file and a vector store'(url, asked) {
    const client = openai(url);
    const file = await client.files.create({ purpose: 'user_data', file: text() });
    const store = await client.vectorStores.create({ name: 'orders', file_ids: [file.id] });
    const { id: conversation } = await client.conversations.create({});
    const input = [
      {
        role: 'user' as const,
        content: [
          { type: 'input_file' as const, file_id: file.id },
          { type: 'input_text' as const, text: asked },
        ],
      },
    ];
    const tools = [{ type: 'file_search' as const, vector_store_ids: [store.id] }];
    await client.responses.create({ model, conversation, input, tools });
    const { data } = await client.conversations.items.list(conversation);
    return (data[0] as { content: unknown }).content;
  },
  async 'a run of a thread of an assistant'(url, asked) {
    const { assistants, threads } = openai(url).beta;
    const assistant = await assistants.create({ model, name: 'helper' });
    const thread = await threads.create({});
    await threads.messages.create(thread.id, { role: 'user', content: asked });
    const run = await threads.runs.createAndPoll(thread.id, { assistant_id: assistant.id });
    const { data } = await threads.messages.list(thread.id, { run_id: run.id });
    return [run.status, data[0]?.content];
  },
  async 'a thread that is made with its first run'(url, asked) {
    const { threads } = openai(url).beta;
    const thread = { messages: [{ role: 'user' as const, content: asked }] };
    const run = await threads.createAndRun({ assistant_id: 'asst_of_the_user', thread });
    const { data } = await threads.messages.list(run.thread_id, { run_id: run.id });
    return [run.status, data[0]?.content];
  },
  async 'a container'(url, asked) {
    const client = openai(url);
    const { id } = await client.containers.create({ name: 'work' });
    const tools = [{ type: 'code_interpreter' as const, container: id }];
    await client.responses.create({ model, input: asked, tools });
    return (await client.containers.retrieve(id)).status;
  },
  async 'a file of Anthropic'(url, asked) {
    const client = anthropic(url);
    const file = await client.beta.files.upload({ file: text() });
    const document = { type: 'document' as const, source: { type: 'file' as const, file_id: file.id } };
    const content = [document, { type: 'text' as const, text: asked }];
    const { content: said } = await client.beta.messages.create({ model, max_tokens: 99, messages: [{ role: 'user', content }] });
    return [said, (await client.beta.files.retrieveMetadata(file.id)).type];
  },
};

async function recorded(name: string, asked: string): Promise<Trace> {
  const provider = await startProvider({ ids: 'random' });
  const trace = await record((url: string) => agents[name]?.(url, asked), provider.url).finally(() => provider.close());
  expect(trace.outcome.kind).toBe('returned');
  return trace;
}

/** The input is the address of the server, which is another one each time; it stands in the names of requests, too. */
function shown(trace: Trace): Trace {
  const { steps, run, ...rest } = comparableTrace(trace);
  const named = steps.map((step) => ({ ...step, call: { ...step.call, name: step.call.name.replace(/127\.0\.0\.1:\d+/, 'host') } }));
  return { ...rest, run: { ...run, input: null }, steps: named };
}

test.each(Object.keys(agents))('%s: two recordings have no difference, and another question is one', async (name) => {
  const [one, other, changed] = [await recorded(name, 'Where?'), await recorded(name, 'Where?'), await recorded(name, 'When?')];
  expect(diffTraces(one, other)).not.toEqual([]);
  expect(diffTraces(shown(one), shown(other))).toEqual([]);
  expect(diffTraces(shown(one), shown(changed))).toHaveLength(1);
});
