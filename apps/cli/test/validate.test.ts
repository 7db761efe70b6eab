import { expect, it } from 'vitest';
import { project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

async function textTrace() {
  const here = project();
  await addRecording(here);
  await here.stepfork(['convert', 'refund.sftrace', '-o', 'refund.sftrace.jsonl']);
  return here;
}

it.each(['refund.sftrace', 'refund.sftrace.jsonl'])('finds nothing wrong with %s', async (file) => {
  const here = await textTrace();
  const { code, stdout } = await here.stepfork(['validate', file]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${file}: no problem\n` });
  expect((await here.stepfork(['validate', file, '--json'])).stdout).toBe('[]\n');
});

it('names what is wrong after an edit, and seals the file anew when asked', async () => {
  const here = await textTrace();
  here.write('refund.sftrace.jsonl', here.read('refund.sftrace.jsonl').replaceAll('mira@shop.example', 'vera@shop.example'));
  const broken = await here.stepfork(['validate', 'refund.sftrace.jsonl']);
  expect(broken.code).toBe(2);
  expect(broken.stdout).toMatch(/line \d+/);
  expect(broken.stderr).toContain('stepfork validate refund.sftrace.jsonl --reseal');
  expect(await here.stepfork(['inspect', 'refund.sftrace.jsonl'])).toMatchObject({ code: 2, stdout: '' });
  expect(await here.stepfork(['validate', 'refund.sftrace.jsonl', '--reseal'])).toMatchObject({ code: 0 });
  expect((await here.stepfork(['inspect', 'refund.sftrace.jsonl'])).stdout).toContain('vera@shop.example');
});

it('flags a run without an end, and every command says that the file is not sealed', async () => {
  const here = await textTrace();
  here.write('cut.sftrace.jsonl', here.read('refund.sftrace.jsonl').trimEnd().split('\n').slice(0, -2).join('\n').concat('\n'));
  expect(await here.stepfork(['validate', 'cut.sftrace.jsonl'])).toMatchObject({ code: 2 });
  const inspected = await here.stepfork(['inspect', 'cut.sftrace.jsonl']);
  expect(inspected).toMatchObject({ code: 0, stderr: expect.stringContaining('cut.sftrace.jsonl is not sealed') });
});
