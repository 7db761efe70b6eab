import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Summary } from './summary.mjs';

describe('the summary of npm test', () => {
  let lines;
  beforeEach(() => {
    lines = [];
    vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  const end = (summary) => {
    summary.end();
    return { last: lines.join('\n').split('\n').at(-1), exit: process.exitCode };
  };

  it('adds up what passed', async () => {
    const summary = new Summary();
    await summary.check('one', async () => ({ passed: 2, failed: 0 }));
    await summary.check('two', async () => ({ passed: 1, failed: 0 }));
    expect(end(summary)).toEqual({ last: '3 passed, 0 failed', exit: 0 });
  });

  it.each([
    ['failed', async () => ({ passed: 1, failed: 1, log: 'why' }), '1 passed, 1 failed'],
    ['threw', () => Promise.reject(new Error('broken')), '0 passed, 1 failed'],
    ['looked at nothing', async () => ({ passed: 0, failed: 0 }), '0 passed, 1 failed'],
  ])('ends with exit code 1 if a check %s', async (_name, body, last) => {
    const summary = new Summary();
    expect(await summary.check('it', body)).toBe(false);
    expect(end(summary)).toEqual({ last, exit: 1 });
  });

  it('counts a check that could not run as failed, and names it', () => {
    const summary = new Summary();
    summary.skip('types', 'the build failed');
    expect(end(summary)).toEqual({ last: '0 passed, 1 failed', exit: 1 });
    expect(lines.join('\n')).toContain('Failed: types');
  });

  it('names what was skipped, which is neither passed nor failed', async () => {
    const summary = new Summary();
    await summary.check('one', async () => ({ passed: 2, failed: 0, skipped: ['5 of 33 in pytest.test.ts'] }));
    expect(end(summary)).toEqual({ last: '2 passed, 0 failed', exit: 0 });
    expect(lines.join('\n')).toContain('Skipped, since this machine has no program for them: 5 of 33 in pytest.test.ts');
  });
});
