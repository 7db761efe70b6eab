import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf, openStage, plots } from './lib/story.mjs';

// The main job with real commands in a copy of each example, as `npm run demo` shows it. The tests of one example build on each other.
describe.each(plots)('$example', (plot) => {
  const commands = commandsOf(plot);
  const test = `test/${plot.name}.test.ts`;
  const replays = [];
  let stage;

  beforeAll(async () => {
    stage = await openStage(plot);
  });
  afterAll(() => stage.close());

  const replay = async (command, options) => {
    const scene = await stage.play(command, options);
    replays.push(scene);
    return scene;
  };

  it('records the failing run, with its bodies and requests', async () => {
    const scene = await stage.play(commands.record);
    expect(scene).toMatchObject({ code: 0 });
    expect(scene.bodies).toBeGreaterThan(0);
    expect(scene.requests).toBe(plot.requests ?? scene.bodies);
    expect(existsSync(stage.file(`${plot.name}.sftrace`))).toBe(true);
  });

  it('exports a test that is admitted: red on the bug, green on the fix', async () => {
    const scene = await replay(commands.export);
    expect(scene).toMatchObject({ code: 0, output: expect.stringContaining('admitted') });
    expect(stage.read(test)).toContain('@stepfork/replay');
    expect(stage.read(test)).not.toContain('@stepfork/export');
  });

  it('writes no file that holds a key of the ticket or of the model', async () => {
    const files = [`${plot.name}.sftrace`, ...readdirSync(stage.file('test')).map((file) => `test/${file}`)];
    expect(files.length).toBeGreaterThanOrEqual(4);
    // What a packed trace says is deflated: it is read as text.
    for (const [at, file] of files.filter((one) => one.endsWith('.sftrace')).entries()) {
      expect(await replay(`stepfork convert ${file} --output plain-${at}.sftrace.jsonl`)).toMatchObject({ code: 0 });
      files.push(`plain-${at}.sftrace.jsonl`);
    }
    expect(files.some((file) => file.startsWith('plain-'))).toBe(true);
    for (const file of files) expect(readFileSync(stage.file(file), 'latin1')).not.toContain('OpensNothing');
  });

  it('answers the same from another folder', async () => {
    const away = { cwd: tmpdir() };
    const scene = await replay(`stepfork replay ${stage.file(`test/${plot.name}.case.json`)}`, away);
    expect(scene.code).toBe(1);
    const [program, ...args] = commands.test.split(' ');
    expect((await replay([program, ...args, '--root', stage.project].join(' '), away)).code).toBe(1);
  });

  it('records and exports from the folder above', async () => {
    const above = { cwd: stage.file('..') };
    const at = (path) => `${plot.example}/${path}`;
    const recorded = await stage.play(
      `stepfork record --agent ${at('src/agent.ts#runAgent')} --input ${at(plot.input)} --output above.sftrace`,
      above,
    );
    expect(recorded).toMatchObject({ code: 0 });
    const refs = `--agent ${at('src/agent.ts#runAgent')} --fixed ${at('src/agent-fixed.ts#runAgent')}`;
    const exported = await replay(`stepfork export above.sftrace ${refs} --output ${at('test/above.test.ts')}`, above);
    expect(exported).toMatchObject({ code: 0, output: expect.stringContaining('admitted') });
  });

  it('makes the run smaller, and a test of what is left is admitted', async () => {
    const scene = await replay(commands.minimize);
    expect(scene).toMatchObject({ code: 0, output: expect.stringMatching(/(?:reduced|already minimal): /) });
    expect(scene.output).toContain('1-minimal in turns and payload classes');
    const exported = await replay(commands.exportSmall);
    expect(exported).toMatchObject({ code: 0, output: expect.stringContaining('admitted') });
  });

  it('each of these tests is red on the buggy code because its claim is violated', async () => {
    const files = [test, 'test/above.test.ts', 'test/small.test.ts'];
    const scene = await replay(`vitest run ${files.join(' ')}`);
    expect(scene.code).toBe(1);
    for (const file of files) expect(scene.output).toMatch(new RegExp(`FAIL +${file} .*\\n(?:.*\\n)?.*FailedError`));
    expect(scene.output).not.toContain('InconclusiveError');
  });

  it('is green on the fixed code', async () => {
    stage.applyFix();
    expect(await replay(commands.test)).toMatchObject({ code: 0, output: expect.stringContaining('1 passed') });
  });

  it('is inconclusive where the effect is frozen and would be asked something new', async () => {
    const scene = await replay(commands.frozen);
    expect(scene).toMatchObject({ code: 3, output: expect.stringMatching(/inconclusive/i) });
    expect(scene.output).toContain(plot.effect);
  });

  it('is inconclusive in vitest too, by an error of that name, never by a failed claim', async () => {
    const frozen = stage.read(test).replace(/(['"]?)sink\1/g, '$1frozen$1');
    writeFileSync(
      stage.file('test/frozen.test.ts'),
      frozen.includes('frozen') ? frozen : frozen.replace('claim:', `policies: { tools: { ${plot.effect}: 'frozen' } },\n    claim:`),
    );
    const scene = await replay('vitest run test/frozen.test.ts');
    expect(scene.code).toBe(1);
    expect(scene.output).toContain('InconclusiveError');
    expect(scene.output).not.toContain('FailedError');
  });

  it('ran no body and made no request in any of these replays', () => {
    expect(replays.length).toBeGreaterThanOrEqual(11);
    for (const { command, bodies, requests } of replays) expect({ command, bodies, requests }).toEqual({ command, bodies: 0, requests: 0 });
  });
});
