import { expect, it } from 'vitest';
import { project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

/** An agent whose project has a newer copy of the interceptor, as far as that notes anything in the process. */
const agent = `import { processWide } from '@stepfork/trace';
processWide('@stepfork/interceptor', Symbol.for('stepfork.interceptor'), 99, () => ({}));
export const runAgent = () => 1;
`;

it.each([
  ['record', ['record', '-o', 'new.sftrace']],
  ['replay', ['replay', 'refund.sftrace', '--returns', '1']],
])('%s refuses an agent with a copy of the interceptor that does not fit, in one sentence', async (_, args) => {
  const here = project();
  await addRecording(here);
  here.write('src/newer.mjs', agent);
  const { code, stdout, stderr } = await here.stepfork([...args, '--agent', './src/newer.mjs#runAgent']);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('Two copies of @stepfork/interceptor in this process do not understand each other');
  expect(stderr).toContain('Install the same version of Stepfork in the project and in the CLI.');
  expect(stderr).not.toMatch(/^ +at /m);
  expect([here.runs(), here.has('new.sftrace')]).toEqual([0, false]);
});
