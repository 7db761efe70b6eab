import { readFileSync, rmSync } from 'node:fs';
import { readTraceFile, writeTraceFile } from '@stepfork/trace/file';
import { beforeAll, expect, it } from 'vitest';
import { openProject, type Project, project } from './support/project.ts';

const email = '{"email":"mira@shop.example"}';
const recordings = new Map<string, Buffer>();

// In one project, since another one has another redaction key.
beforeAll(async () => {
  const here = openProject();
  try {
    for (const [agent, file] of [
      ['runAgent', 'refund.sftrace'],
      ['fixedAgent', 'fixed.sftrace.jsonl'],
    ] as const) {
      const ended = await here.stepfork(['record', '-a', `./src/agent.ts#${agent}`, '-i', email, '-o', file]);
      if (ended.code !== 0) throw new Error(`recording failed: ${ended.stderr}`);
      recordings.set(file, readFileSync(here.path(file)));
    }
  } finally {
    rmSync(here.folder, { recursive: true, force: true });
  }
});

/** The failing run packed, the run of the fix as text. */
function stage(): Project {
  const here = project();
  for (const [file, bytes] of recordings) here.write(file, bytes);
  return here;
}

it('shows the first difference with both values, and below it what follows', async () => {
  const here = stage();
  const { code, stdout, stderr } = await here.stepfork(['diff', 'refund.sftrace', 'fixed.sftrace.jsonl']);
  expect(code).toBe(1);
  expect(stdout.split('\n')).toEqual([
    'refund.sftrace → fixed.sftrace.jsonl: they part at step 2 issue_refund; 1 difference, 1 follow-up',
    'step 2 issue_refund: asked otherwise',
    '  /call/input/amount_cents: 49 → 4999',
    '  ↳ the end of the run: another outcome at /outcome/value/refunded_cents',
    '',
  ]);
  expect(stderr.trimEnd().split('\n')).toEqual([
    'Look: stepfork inspect refund.sftrace --step 2',
    'Look: stepfork inspect fixed.sftrace.jsonl --step 2',
    'Again: stepfork diff refund.sftrace fixed.sftrace.jsonl',
  ]);
});

it('finds no difference between the two encodings of one run', async () => {
  const here = stage();
  await here.stepfork(['convert', 'refund.sftrace', '-o', 'refund.sftrace.jsonl']);
  const ended = await here.stepfork(['diff', 'refund.sftrace', 'refund.sftrace.jsonl']);
  expect(ended).toMatchObject({ code: 0, stdout: 'refund.sftrace → refund.sftrace.jsonl: no difference\n', stderr: '' });
});

it('compares the forks of a file with its trunk, and of two files the trunks only', async () => {
  const here = stage();
  const [{ trunk }, { trunk: fork }] = await Promise.all([
    readTraceFile(here.path('refund.sftrace')),
    readTraceFile(here.path('fixed.sftrace.jsonl')),
  ]);
  const again = { ...trunk, run: { ...trunk.run, id: 'again' } };
  await writeTraceFile(here.path('forked.sftrace'), { trunk, forks: [again, fork], sealed: true, damage: null });
  const forks = await here.stepfork(['diff', 'forked.sftrace', '--json']);
  expect(forks).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(forks.stdout)).toMatchObject([
    { expected: 'forked.sftrace', actual: 'fork 1', differences: [] },
    {
      expected: 'forked.sftrace',
      actual: 'fork 2',
      differences: [
        {
          kind: 'call-changed',
          expected: 2,
          actual: 2,
          call: { kind: 'tool', name: 'issue_refund' },
          changes: [{ path: '/steps/2/call/input/amount_cents', kind: 'changed', expected: 49, actual: 4999 }],
          followUps: [{ kind: 'run-outcome-changed' }],
        },
      ],
    },
  ]);
  expect(await here.stepfork(['diff', 'forked.sftrace', 'refund.sftrace'])).toMatchObject({ code: 0 });
});

it('says that two runs were not redacted with one key', async () => {
  const here = stage();
  await here.stepfork([
    'record',
    '-a',
    './src/agent.ts#runAgent',
    '-i',
    '{"email":"mira@shop.example"}',
    '-o',
    'plain.sftrace',
    '--no-redact',
  ]);
  const ended = await here.stepfork(['diff', 'refund.sftrace', 'plain.sftrace']);
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('were not redacted with one key') });
});

it.each([
  [
    'no such trace',
    ['diff', 'refund.sftrace', 'fxed.sftrace.jsonl'],
    /no trace file fxed\.sftrace\.jsonl.*\n.*Did you mean fixed\.sftrace\.jsonl\?/,
  ],
  [
    'a file without forks alone',
    ['diff', 'refund.sftrace'],
    /refund\.sftrace has no forks.*\n.*stepfork diff refund\.sftrace other\.sftrace/,
  ],
  ['not a trace', ['diff', 'refund.sftrace', 'package.json'], /package\.json/],
  ['nothing', ['diff'], /\ba\b/],
  ['three files', ['diff', 'refund.sftrace', 'refund.sftrace', 'refund.sftrace'], /Unexpected argument/],
])('%s: exit 2, one message', async (_, args, message) => {
  const here = stage();
  const ended = await here.stepfork(args);
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
  expect(ended.stderr.match(/^error:/gm)).toHaveLength(1);
});

it('helps, with examples', async () => {
  const { code, stdout } = await project().stepfork(['diff', '--help']);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/EXAMPLES[\s\S]*stepfork diff[\s\S]*--json/) });
});
