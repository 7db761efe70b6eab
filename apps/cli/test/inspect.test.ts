import { expect, it } from 'vitest';
import { project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

it('shows the calls as a table, and how the run ended', async () => {
  const here = project();
  await addRecording(here);
  const { code, stdout, stderr } = await here.stepfork(['inspect', 'refund.sftrace']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/0 +lookup_customer +\{"email":"mira@shop.example"\} +→ \{"customer_id":"cus_204"/);
  expect(stdout).toMatch(/2 +issue_refund \(effect\) +\{"customer_id":"cus_204","amount_cents":49\}/);
  expect(stdout).toContain('3 calls; the agent returned {"priority":"high","refunded_cents":49}');
});

it('shows one step in full', async () => {
  const here = project();
  await addRecording(here);
  const { stdout } = await here.stepfork(['inspect', 'refund.sftrace', '-s', '2']);
  expect(stdout).toContain('step 2: tool issue_refund (effect)');
  expect(stdout).toContain('"amount_cents": 49\n');
});

it('gives the trace file, or the step, as JSON', async () => {
  const here = project();
  await addRecording(here);
  const file = JSON.parse((await here.stepfork(['inspect', 'refund.sftrace', '--json'])).stdout);
  expect(file).toMatchObject({ sealed: true, forks: [], trunk: { run: { agent: 'src/agent.ts#runAgent', policies: {} } } });
  const step = JSON.parse((await here.stepfork(['inspect', 'refund.sftrace', '--step', '2', '--json'])).stdout);
  expect(step).toEqual(file.trunk.steps[2]);
});

it('uses colours on a terminal only, also in CI', async () => {
  const here = project();
  await addRecording(here);
  const plain = await here.stepfork(['inspect', 'refund.sftrace'], { env: { CI: 'true' } });
  expect(plain.stdout).not.toContain('\u001b');
  const coloured = await here.stepfork(['inspect', 'refund.sftrace'], { env: { FORCE_COLOR: '1' } });
  expect(coloured.stdout).toContain('\u001b[');
  const refused = await here.stepfork(['inspect', 'refund.sftrace'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
  expect(refused.stdout).not.toContain('\u001b');
});

it('converts to text and back without loss', async () => {
  const here = project();
  await addRecording(here);
  const inspect = async (file: string) => JSON.parse((await here.stepfork(['inspect', file, '--json'])).stdout);
  expect(await here.stepfork(['convert', 'refund.sftrace', '-o', 'refund.sftrace.jsonl'])).toMatchObject({ code: 0 });
  expect(await here.stepfork(['convert', 'refund.sftrace.jsonl', 'again.sftrace'])).toMatchObject({ code: 0 });
  expect(await inspect('refund.sftrace.jsonl')).toEqual(await inspect('refund.sftrace'));
  expect(await inspect('again.sftrace')).toEqual(await inspect('refund.sftrace'));
});
