import { readTraceFile, writeTraceFile } from '@stepfork/trace/file';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

const claim = ['--returns', '{"refunded_cents":4999}', '--expect-call', 'issue_refund x1 {"amount_cents":4999}'];
const replay = (agent: string, ...flags: readonly string[]) => ['replay', 'refund.sftrace', '-a', `./src/agent.ts#${agent}`, ...flags];
const kept = '.stepfork/last/refund.sftrace';

async function stage(): Promise<Project> {
  const here = project();
  await addRecording(here);
  return here;
}

it.each([
  ['red', replay('runAgent', ...claim), 1],
  ['inconclusive', replay('strayAgent', ...claim), 3],
  ['not answered by the recording', replay('strayAgent'), 3],
])('keeps a replay that is %s, and prints the command that compares it with the recording', async (_, args, code) => {
  const here = await stage();
  const ended = await here.stepfork(args);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toContain(`See where this run left the recording: stepfork diff refund.sftrace ${kept}\n`);
  expect(here.read('.stepfork/.gitignore')).toBe('*\n');
  const compared = await here.stepfork(['diff', 'refund.sftrace', kept]);
  // The bug as it was recorded is no difference.
  expect(compared).toMatchObject(
    code === 1
      ? { code: 0, stdout: expect.stringContaining('no difference') }
      : { code: 1, stdout: expect.stringContaining('part at step') },
  );
  expect(await here.stepfork(['inspect', kept])).toMatchObject({ code: 0, stdout: expect.stringContaining('kept replay') });
});

it('removes it when the replay is well again', async () => {
  const here = await stage();
  await here.stepfork(replay('runAgent', ...claim));
  expect(here.has(kept)).toBe(true);
  await here.stepfork(replay('fixedAgent', ...claim));
  expect(here.has(kept)).toBe(false);
});

it('refuses a kept replay in the place of a recording', async () => {
  const here = await stage();
  await here.stepfork(replay('strayAgent', ...claim));
  for (const args of [
    ['replay', kept, '-a', './src/agent.ts#runAgent', ...claim],
    ['fork', 'refund.sftrace', '--from', kept],
    ['fork', kept, '-a', './src/agent.ts#runAgent', '--live', 'lookup_customer'],
  ]) {
    expect(await here.stepfork(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('a kept replay') });
  }
});

it('compares it with the fork that was followed', async () => {
  const here = await stage();
  const { trunk } = await readTraceFile(here.path('refund.sftrace'));
  const fork = { ...trunk, run: { ...trunk.run, id: 'fork', derived: { kind: 'attached', of: trunk.run.id } as const } };
  const end = { kind: 'returned', value: { refunded_cents: 1 } } as const;
  await writeTraceFile(here.path('forked.sftrace'), { trunk, forks: [{ ...fork, outcome: end }], sealed: true, damage: null });
  expect(await here.stepfork(['diff', '--fork', '1', 'forked.sftrace', 'refund.sftrace'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('forked.sftrace (fork 1) → refund.sftrace'),
    stderr: expect.stringContaining('Again: stepfork diff --fork 1 forked.sftrace refund.sftrace'),
  });
  expect((await here.stepfork(['diff', '--fork', '1', 'forked.sftrace'])).stdout).toContain('forked.sftrace → fork 1');
  expect(await here.stepfork(['diff', '--fork', '2', 'forked.sftrace', 'refund.sftrace'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no fork 2 in forked.sftrace.\nIt has forks 1 to 1.'),
  });
});

// What only TypeScript says comes first, so that lines differ wherever it is taken out.
const throwing = `interface Order {
  readonly price?: {
    readonly cents: number;
  };
}

export enum Step {
  First,
  Second,
}

function priceOf(order: Order): number {
  return (order.price as { readonly cents: number }).cents; // line 13
}

export async function runAgent(order: Order): Promise<number> {
  await null;
  return priceOf(order); // line 18
}
`;

it.each([
  ['TypeScript', 'src/thrower.ts', 'src/thrower.ts'],
  ['what TypeScript was compiled to, by its source map', 'dist/thrower.js', 'src/thrower.ts'],
])('an error of an agent names the lines of %s', async (_, file, original) => {
  const here = project();
  here.write('src/thrower.ts', throwing);
  // On one line, so that no line is right by chance.
  const { code, map } = await transform(throwing, {
    loader: 'ts',
    sourcemap: true,
    sourcefile: '../src/thrower.ts',
    minifyWhitespace: true,
  });
  here.write('dist/thrower.js', `${code}//# sourceMappingURL=thrower.js.map\n`);
  here.write('dist/thrower.js.map', map);
  const agent = `./${file}#runAgent`;
  const frames = new RegExp(` at priceOf \\(${original}:13:\\d+\\)\n {2}at (?:async )?runAgent \\(${original}:18:\\d+\\)\n`);
  const recorded = await here.stepfork(['record', '-a', agent, '-i', '{}', '-o', 'thrown.sftrace']);
  expect(recorded).toMatchObject({ code: 0, stdout: expect.stringMatching(frames) });
  // Twice: a check loads the agent's modules anew for its second run.
  const replayed = await here.stepfork(['replay', 'thrown.sftrace', '-a', agent, '--returns', '1']);
  expect(replayed).toMatchObject({ code: 1, stdout: expect.stringMatching(frames) });
});
