import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';

const claim = ['--returns', '{"amount":"49.99"}'];

async function recorded(agent: string): Promise<Project> {
  const here = project();
  const ended = await here.stepfork(['record', '-a', `./src/streams.mjs#${agent}`, '-i', '{}', '-o', 'run.sftrace']);
  expect(ended).toMatchObject({ code: 0 });
  return here;
}

it.each([
  ['careful', 0, /^pass: .*\n[\s\S]*rechunk 7: the same verdict as without, and the agent did the same/],
  ['careless', 1, /^pass: .*\n[\s\S]*rechunk 7: the agent depends on where chunks are cut: without, pass; with other cuts, fail \(/],
  [
    'telling',
    1,
    /^pass: .*\n[\s\S]*rechunk 7: the agent depends on where chunks are cut: the verdict is the same, its calls or its outcome are not/,
  ],
  ['silent', 0, /^pass: .*\n[\s\S]*rechunk 7: no recorded stream that was asked for has text to cut, so this says nothing/],
])('an agent that is %s ends with %i and plain words', async (agent, code, text) => {
  const here = await recorded(agent);
  const ended = await here.stepfork(['replay', 'run.sftrace', ...claim, '--rechunk', '7']);
  expect(ended).toMatchObject({ code, stdout: expect.stringMatching(text) });
  if (agent !== 'silent') expect(ended.stdout).toMatch(/step 0: \/choices\/0\/delta\/content; 4 chunks became \d+/);
});

it('says the same without a claim, and as JSON', async () => {
  const here = await recorded('careless');
  const ended = await here.stepfork(['replay', 'run.sftrace', '--rechunk', '7', '--json']);
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.stdout)).toMatchObject({ stop: null, rechunk: { seed: '7', result: 'other-conduct', verdict: null } });
  const judged = await here.stepfork(['replay', 'run.sftrace', ...claim, '--rechunk', '7', '--json']);
  expect(JSON.parse(judged.stdout)).toMatchObject({
    verdict: { kind: 'pass' },
    rechunk: { result: 'other-verdict', verdict: { kind: 'fail' }, replay: { receipt: { rechunked: [{ step: 0 }] } } },
  });
});

it('needs a seed', async () => {
  const here = await recorded('silent');
  expect(await here.stepfork(['replay', 'run.sftrace', '--rechunk'])).toMatchObject({ code: 2 });
});
