import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { openTraceFile } from '@stepfork/trace/file';
import OpenAI from 'openai';
import { type Figure, figure } from '../figure.ts';

/** What the file of streamed answers takes, one token in each event. */
export async function httpFramesFigure(url: string, conversations: readonly (readonly string[])[]): Promise<Figure> {
  const file = join(tmpdir(), `stepfork-bench-frames-${process.pid}.sftrace`);
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, fetch: createFetch(), maxRetries: 0 });
  try {
    const writer = await openTraceFile(file, { force: true });
    const { outcome } = await record(() => converse(client, conversations), null, { writer });
    await writer.close();
    if (outcome.kind !== 'returned') throw new Error('a recorded run failed: nothing was measured');
    const megabytes = statSync(file).size / 1e6;
    return figure('http-store-frames-mb', megabytes, 4, `${megabytes.toFixed(2)} MB, one token in each event`);
  } finally {
    rmSync(file, { force: true });
  }
}

async function converse(client: OpenAI, conversations: readonly (readonly string[])[]): Promise<void> {
  for (const questions of conversations) {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'system', content: 'You are a support agent.' }];
    for (const question of questions) {
      messages.push({ role: 'user', content: question });
      let content = '';
      for await (const { choices } of await client.chat.completions.create({ model: 'gpt-4o', messages, temperature: 0, stream: true })) {
        content += choices[0]?.delta.content ?? '';
      }
      messages.push({ role: 'assistant', content });
    }
  }
}
