// A provider of chat completions in a process of its own: is sent `{ answers, delayMs }`, sends its port. A streamed answer has one token in each event.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** Sent by the parent. */
let answers = [''];
let delayMs = 0;
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
let count = 0;

const server = createServer(async (request, response) => {
  const { model, stream } = JSON.parse(await text(request));
  const at = count++;
  if (delayMs > 0) await setTimeout(delayMs);
  const content = answers[at % answers.length];
  const base = { id: `chatcmpl-${at}`, created: 1_700_000_000, model, system_fingerprint: 'fp_44709d6fcb', service_tier: 'default' };
  if (!stream) {
    const message = { role: 'assistant', content, refusal: null, annotations: [] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
        usage,
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const event = (delta, finish_reason) =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, logprobs: null, finish_reason }], obfuscation: 'aB3dE5' })}\n\n`;
  response.write(event({ role: 'assistant', content: '' }, null));
  for (let from = 0; from < content.length; from += 4) response.write(event({ content: content.slice(from, from + 4) }, null));
  response.end(`${event({}, 'stop')}data: [DONE]\n\n`);
});
process.once('message', (sent) => {
  ({ answers, delayMs } = sent);
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
});
