import { startProvider } from '@stepfork/testkit';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { type Project, project } from './support/project.ts';

/** An agent on the AI SDK. Its tool leaves a line each time its body runs, and ends the run: no model is told of it. */
const program = (ask: string, tool: string): string => `
  import { appendFileSync } from 'node:fs';
  import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
  import { generateText, hasToolCall, jsonSchema, streamText } from 'ai';
  const { steps } = await ${ask}({
    model: createOpenAICompatible({ name: 'local', baseURL: process.env.PROVIDER_URL + '/v1' })('gpt'),
    maxRetries: 0,
    stopWhen: hasToolCall('${tool}'),
    prompt: 'How is the weather in Paris?',
    tools: {
      ${tool}: {
        inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }),
        execute({ city }) {
          appendFileSync('bodies.log', city + '\\n');
          return { city, celsius: 21 };
        },
      },
    },
  });
  console.log(JSON.stringify((await steps)[0].content.map(({ output, error }) => output ?? error?.name)));
`;

/** The SDK is in the program, where no hook reaches it. */
async function bundle(here: Project, ask: string, tool: string): Promise<void> {
  here.write('agent.mjs', program(ask, tool));
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({
    entryPoints: [here.path('agent.mjs')],
    outfile: here.path('bundle.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner,
  });
}

const bodies = (here: Project): number => here.read('bodies.log').trim().split('\n').length;
const command = ['--', 'node', 'bundle.mjs'];
const offline = { PROVIDER_URL: 'http://127.0.0.1:9' };

test.each(['generateText', 'streamText'])(
  'the tools of AI SDK 7 in a bundle are observed by %s: recorded, never frozen, and run in a replay only where they are named live',
  async (ask) => {
    const here = project();
    await bundle(here, ask, 'get_weather');
    const provider = await startProvider({ ids: 'random' });
    const recorded = await here.stepfork(['record', '-o', 'run.sftrace', ...command], { env: { PROVIDER_URL: provider.url } });
    expect(recorded).toMatchObject({ code: 0, stderr: expect.stringContaining('only observed, since nothing wraps them: get_weather') });
    expect((await here.stepfork(['inspect', 'run.sftrace'])).stdout).toMatch(
      /get_weather \(observed\) +\{"city":"Paris"\} +→ \{"city":"Paris","celsius":21\}/,
    );

    const replay = ['replay', 'run.sftrace', '--expect-call', 'get_weather x1 {"city":"Paris"}'];
    const refused = await here.stepfork([...replay, ...command], { env: offline });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('the tool get_weather was only observed') });
    expect(bodies(here)).toBe(1);
    const live = await here.stepfork([...replay, '--policy', 'get_weather=live', ...command], { env: offline });
    expect(live).toMatchObject({ code: 0, stdout: expect.stringContaining('"celsius":21') });
    // A verdict must repeat.
    expect(bodies(here)).toBe(3);

    await bundle(here, ask, 'get_forecast');
    const env = { PROVIDER_URL: provider.url };
    const stopped = await here.stepfork(['fork', 'run.sftrace', '--live', 'model:*', '--live', 'get_weather', ...command], { env });
    await provider.close();
    expect(stopped).toMatchObject({ code: 3 });
    expect(stopped.stdout + stopped.stderr).toContain('get_forecast');
    expect(bodies(here)).toBe(3);
  },
);
