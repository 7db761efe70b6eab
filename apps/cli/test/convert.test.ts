import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

const old = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../../packages/trace/conformance/files/${name}`, import.meta.url)));

it('--upgrade writes an old file in its place as a new one is written, and then leaves it', async () => {
  const here = project();
  // Each event in a frame of its own: the first framing of packed files.
  here.write('v1.sftrace', old('v1.sftrace'));
  const told = await here.stepfork(['inspect', 'v1.sftrace', '--json']);
  const upgraded = await here.stepfork(['convert', 'v1.sftrace', '--upgrade']);
  expect(upgraded).toMatchObject({ code: 0, stdout: expect.stringMatching(/^v1\.sftrace: written anew, \d+ bytes instead of 3108\n$/) });
  expect(readFileSync(here.path('v1.sftrace'))[7]).toBe(2);
  expect((await here.stepfork(['inspect', 'v1.sftrace', '--json'])).stdout).toBe(told.stdout);
  const files = here.files();
  const again = await here.stepfork(['convert', 'v1.sftrace', '--upgrade', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ file: 'v1.sftrace', changed: false });
  expect(here.files()).toEqual(files);
});

it.each(['refund.sftrace', 'v1.sftrace.jsonl'])('--upgrade leaves %s, which is as it is written now', async (name) => {
  const here = project();
  if (name === 'refund.sftrace') await addRecording(here);
  else here.write(name, old(name));
  const before = readFileSync(here.path(name));
  expect(await here.stepfork(['convert', name, '--upgrade'])).toMatchObject({ code: 0, stdout: expect.stringContaining('stays as it is') });
  expect(readFileSync(here.path(name)).equals(before)).toBe(true);
});

it.each([
  ['a file of the future', 'future.sftrace', [], /format version \d+, and this installation reads versions up to 1/],
  ['a file and another one to write', 'v1.sftrace', ['other.sftrace'], /writes v1\.sftrace in its place, and other\.sftrace is named too/],
  ['--output too', 'v1.sftrace', ['-o', 'other.sftrace'], /--upgrade|upgrade/],
])('--upgrade refuses %s and writes nothing', async (_, name, more, message) => {
  const here = project();
  here.write(name, old(name));
  const files = here.files();
  expect(await here.stepfork(['convert', name, ...more, '--upgrade'])).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  expect(here.files()).toEqual(files);
  expect(readFileSync(here.path(name)).equals(old(name))).toBe(true);
});
