import { startProvider } from '@stepfork/testkit';
import { describe, expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';

const sdk = `
  import OpenAI from 'openai';
  const client = new OpenAI({ apiKey: 'none', baseURL: process.env.PROVIDER_URL, maxRetries: 0 });
  const messages = [{ role: 'user', content: 'Weather?' }];
  const stream = await client.chat.completions.create({ model: 'gpt-4o', stream: true, messages });
`;
const responses = `
  import OpenAI from 'openai';
  const client = new OpenAI({ apiKey: 'none', baseURL: process.env.PROVIDER_URL, maxRetries: 0 });
  const stream = client.responses.stream({ model: 'gpt-4o', input: 'Weather?' });
  const { output_text } = await stream.finalResponse();
  console.log(output_text);
`;
const byHand = `
  const body = JSON.stringify({ model: 'gpt-4o', stream: true, messages: [{ role: 'user', content: 'Weather?' }] });
  const response = await fetch(process.env.PROVIDER_URL + '/chat/completions', { method: 'POST', body });
  let said = '';
  const read = (line) => { if (line.startsWith('data: {')) said += JSON.parse(line.slice(6)).choices[0]?.delta?.content ?? ''; };
`;
const programs = {
  'put together by its SDK': [sdk, "for await (const { choices } of stream) process.stdout.write(choices[0]?.delta?.content ?? '');"],
  'put together by the runner of its SDK': [responses],
  'with a parser that keeps what is not whole': [
    byHand,
    "const text = new TextDecoder(); let rest = '';",
    "for await (const bytes of response.body) { rest += text.decode(bytes, { stream: true }); const lines = rest.split('\\n'); rest = lines.pop(); lines.forEach(read); }",
    'console.log(said);',
  ],
  'one JSON answer': [sdk.replace('stream: true, ', ''), 'console.log(stream.choices[0].message.content);'],
  'told piece by piece': [sdk, 'for await (const { choices } of stream) console.log(choices[0]?.delta?.content);'],
  'with a parser that takes what comes for whole events': [
    byHand,
    "for await (const bytes of response.body) Buffer.from(bytes).toString().split('\\n').forEach(read);",
    'console.log(said);',
  ],
} as const;

/** Recorded, and what it printed then. */
async function recorded(text: string): Promise<readonly [Project, string]> {
  const here = project();
  here.write('agent.mjs', text);
  const provider = await startProvider();
  const env = { PROVIDER_URL: `${provider.url}/v1` };
  const ended = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], { env }).finally(() => provider.close());
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stdout).not.toBe('');
  return [here, ended.stdout];
}

const down = { env: { PROVIDER_URL: 'http://127.0.0.1:9/v1' } };

describe('a program whose streamed answers are cut elsewhere', { timeout: 240_000 }, () => {
  it.each([
    ['put together by its SDK', 0, /the agent did the same[\s\S]*step 0: \/data\/choices\/0\/delta\/content, the chunks themselves/],
    ['put together by the runner of its SDK', 0, /the agent did the same[\s\S]*step 0: \/data\/delta, the chunks themselves/],
    ['with a parser that keeps what is not whole', 0, /the agent did the same/],
    ['one JSON answer', 0, /no recorded stream that was asked for has text to cut/],
    ['told piece by piece', 1, /depends on where chunks are cut: the verdict is the same, its calls or its outcome are not/],
    ['with a parser that takes what comes for whole events', 1, /depends on where chunks are cut/],
  ] as const)('%s, ends with %i', async (which, code, said) => {
    const [here, printed] = await recorded(programs[which].join('\n'));
    const ended = await here.stepfork(['replay', 'run.sftrace', '--rechunk', '7', '--', 'node', 'agent.mjs'], down);
    expect(ended).toMatchObject({ code, stdout: printed, stderr: expect.stringMatching(said) });
  });

  it('says so as JSON, beside the verdict of a claim', async () => {
    const [here] = await recorded(programs['told piece by piece'].join('\n'));
    const asked = ['--returns', '{"exitCode":0}', '--rechunk', '7', '--json'];
    const ended = await here.stepfork(['replay', 'run.sftrace', ...asked, '--', 'node', 'agent.mjs'], down);
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      verdict: { kind: 'pass' },
      rechunk: { seed: '7', result: 'other-conduct', verdict: { kind: 'pass' }, replay: { receipt: { rechunked: [{ step: 0 }] } } },
    });
  });
});
