import { readTraceFile } from '@stepfork/trace/file';
import { describe, expect, test } from 'vitest';
import { project } from './support/project.ts';

const tools = "import { tool } from '@stepfork/interceptor'; export const look = tool('look', async (what) => what + '?');";

/** Programs that read, and what is typed into each: the next line when the last text of the program is there. */
const programs = {
  'questions by readline, one after another, a call between them': `
    import { createInterface } from 'node:readline/promises';
    import { look } from './tools.mjs';
    const lines = createInterface({ input: process.stdin });
    for (let at = 0; at < 3; at += 1) {
      process.stderr.write('> ');
      const line = await lines.question('');
      const { setTimeout } = await import('node:timers/promises');
      await setTimeout(20);
      console.log(at, line, await look(line));
    }
    lines.close();`,
  'questions, some of them after work of a process': `
    import { execFile } from 'node:child_process';
    import { createInterface } from 'node:readline/promises';
    import { look } from './tools.mjs';
    const lines = createInterface({ input: process.stdin });
    for (let at = 0; at < 3; at += 1) {
      process.stderr.write('> ');
      const line = await lines.question('');
      await new Promise((done) => execFile('sleep', ['0.1'], done));
      console.log(at, line, await look(line));
    }
    lines.close();`,
  'lines in a loop': `
    import { createInterface } from 'node:readline';
    import { look } from './tools.mjs';
    let at = 0;
    process.stderr.write('> ');
    for await (const line of createInterface({ input: process.stdin })) {
      console.log(at, line, await look(line));
      at += 1;
      process.stderr.write('> ');
    }
    console.log('end');`,
  'pieces of data': `
    import { look } from './tools.mjs';
    let at = 0;
    process.stderr.write('> ');
    process.stdin.setEncoding('utf8').on('data', async (piece) => {
      console.log(at++, JSON.stringify(piece), await look(piece));
      process.stderr.write('> ');
    }).on('end', () => console.log('end'));`,
};

describe('what somebody types comes in a replay when the program asks for it', () => {
  test.each(Object.entries(programs))('%s', async (_what, source) => {
    const here = project();
    here.write('tools.mjs', tools);
    here.write('agent.mjs', source);
    const typed = ['Grüße\n', 'two\n', 'three\n'];
    const recorded = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], {
      stdin: null,
      started: (child, onStderr) =>
        onStderr((text) => {
          const asked = text.split('> ').length - 1;
          while (3 - typed.length < asked && typed.length > 0) child.stdin?.write(typed.shift() ?? '');
          if (typed.length === 0 && asked > 3) child.stdin?.end();
        }),
    });
    expect(recorded.code).toBe(0);
    expect(recorded.stdout.match(/^\d/gm)).toEqual(['0', '1', '2']);
    // Who asks no more lets the input go before it ends.
    const ends = source.includes('lines.close()') ? [] : [[]];
    const { trunk } = await readTraceFile(here.path('run.sftrace'));
    expect(trunk.run.input).toMatchObject({ stdin: 'Grüße\ntwo\nthree\n', stdinPieces: [[6], [10], [16], ...ends] });
    const replayed = await here.stepfork(['replay', 'run.sftrace', '--', 'node', 'agent.mjs']);
    expect([replayed.code, replayed.stdout]).toEqual([0, recorded.stdout]);
  });

  test.each([
    ['with the last line', 'two\n'],
    ['with one line more than was asked for', 'two\nthree\n'],
  ])('what ends while the program is busy has ended when a replay asks again: %s', async (_what, last) => {
    const here = project();
    here.write('tools.mjs', tools);
    here.write('agent.mjs', programs['questions, some of them after work of a process']);
    const recorded = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], {
      stdin: null,
      started: (child, onStderr) =>
        onStderr((text) => {
          const asked = text.split('> ').length - 1;
          if (asked === 1) child.stdin?.write('one\n');
          if (asked === 2) child.stdin?.end(last);
        }),
    });
    expect(recorded).toMatchObject({ code: 1, stderr: expect.stringContaining('ERR_USE_AFTER_CLOSE') });
    const replayed = await here.stepfork(['replay', 'run.sftrace', '--', 'node', 'agent.mjs']);
    expect(replayed).toMatchObject({ code: 1, stdout: recorded.stdout, stderr: expect.stringContaining('ERR_USE_AFTER_CLOSE') });
  });

  test.each([
    ['read whole', "import { readFileSync } from 'node:fs'; console.log(readFileSync(0, 'utf8').length);"],
    ['questions of which the second comes too late', programs['questions by readline, one after another, a call between them']],
    ['never read', "console.log('nothing');"],
  ])('what comes at once comes at once: %s', async (_what, source) => {
    const here = project();
    here.write('tools.mjs', tools);
    here.write('agent.mjs', source);
    const recorded = await here.stepfork(['record', '-o', 'run.sftrace', '--', 'node', 'agent.mjs'], { stdin: 'one\ntwo\nthree\n' });
    const replayed = await here.stepfork(['replay', 'run.sftrace', '--', 'node', 'agent.mjs']);
    expect([replayed.code, replayed.stdout]).toEqual([recorded.code, recorded.stdout]);
  });
});
