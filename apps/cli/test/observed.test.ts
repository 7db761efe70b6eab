import { startProvider } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { project } from './support/project.ts';

/** A loop by hand; its tool leaves a line each time its body runs. */
const program = `
  import { appendFileSync } from 'node:fs';
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters: {} } }];
  const messages = [{ role: 'user', content: 'Weather?' }];
  for (;;) {
    const body = JSON.stringify({ model: 'gpt', messages, tools });
    const response = await fetch(process.env.PROVIDER_URL + '/v1/chat/completions', { method: 'POST', body });
    const { message } = (await response.json()).choices[0];
    messages.push(message);
    if (message.content) break;
    for (const { id, function: called } of message.tool_calls) {
      appendFileSync('bodies.log', called.arguments + '\\n');
      messages.push({ role: 'tool', tool_call_id: id, content: '21°C' });
    }
  }
  console.log(messages.at(-1).content);
`;
const command = ['--', 'node', 'agent.mjs'];
const claim = ['--expect-call', 'get_weather x1 {"city":"Paris"}'];

test('a program that runs its tools itself: shown as observed, refused before it starts, replayed where its tools are named live', async () => {
  const here = project();
  here.write('agent.mjs', program);
  const provider = await startProvider({ ids: 'random' });
  const recorded = await here.stepfork(['record', '-o', 'run.sftrace', ...command], { env: { PROVIDER_URL: provider.url } });
  await provider.close();
  expect(recorded).toMatchObject({ code: 0, stderr: expect.stringContaining('only observed, since nothing wraps them: get_weather') });
  expect(recorded.stderr).toContain('stepfork replay run.sftrace --policy get_weather=live -- node agent.mjs');

  const { stdout } = await here.stepfork(['inspect', 'run.sftrace']);
  expect(stdout).toMatch(/get_weather \(observed\) +\{"city":"Paris"\} +→ told step 1 "21°C"/);

  const env = { PROVIDER_URL: 'http://127.0.0.1:9' };
  const refused = await here.stepfork(['replay', 'run.sftrace', ...claim, ...command], { env });
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('the tool get_weather was only observed') });
  expect(here.read('bodies.log').trim().split('\n')).toHaveLength(1);

  const live = ['replay', 'run.sftrace', '--policy', 'get_weather=live'];
  expect(await here.stepfork([...live, ...claim, ...command], { env })).toMatchObject({ code: 0 });
  expect(await here.stepfork([...live, '--expect-call', '!get_weather', ...command], { env })).toMatchObject({ code: 1 });
});
