import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalLine } from '@stepfork/replay';
import { expect, onTestFinished, test } from 'vitest';
import { openJournal, readJournal } from './journal-file.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'stepfork-journal-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

const answered = (step: number): JournalLine => ({ kind: 'answered', step, by: { how: 'live' } });

test('who writes a line is given those of others before it, each once and in their order', () => {
  const here = folder();
  const [first, second] = [openJournal(here, '1-0'), openJournal(here, '2-0')];
  expect(first.add(answered(0))).toEqual([]);
  expect(first.add(answered(1))).toEqual([]);
  expect(second.add(answered(7))).toEqual([answered(0), answered(1)]);
  expect(second.add(answered(8))).toEqual([]);
  expect(first.add(answered(2))).toEqual([answered(7), answered(8)]);
  expect(second.add(answered(9))).toEqual([answered(2)]);
  expect(readJournal(here).map(({ process, line }) => [process, line.kind === 'answered' && line.step])).toEqual([
    ['1-0', 0],
    ['1-0', 1],
    ['2-0', 7],
    ['2-0', 8],
    ['1-0', 2],
    ['2-0', 9],
  ]);
});

test('who only listens is given the whole lines of others, each once', () => {
  const here = folder();
  const [first, second] = [openJournal(here, '1-0'), openJournal(here, '2-0')];
  expect(second.heard()).toEqual([]);
  first.add(answered(0));
  second.add(answered(7));
  expect(first.add(answered(1))).toEqual([answered(7)]);
  expect([second.heard(), second.heard(), second.add(answered(8))]).toEqual([[answered(1)], [], []]);
  appendFileSync(join(here, 'journal.jsonl'), '{"process":"3-0",');
  expect(first.heard()).toEqual([answered(8)]);
});

test('a line beyond ASCII is given as it is', () => {
  const here = folder();
  const [first, second] = [openJournal(here, '1-0'), openJournal(here, '2-0')];
  const line: JournalLine = {
    kind: 'asked',
    step: 0,
    atMs: 0,
    call: { kind: 'tool', name: 'grüße 🦊', effect: false, stable: false, asks: { input: 'Zürich' } },
  };
  first.add(line);
  expect(second.add(answered(0))).toEqual([line]);
  expect(second.add(answered(1))).toEqual([]);
});

test('a line that was cut off by the end of its process is left out at the end', () => {
  const here = folder();
  openJournal(here, '1-0').add(answered(0));
  appendFileSync(join(here, 'journal.jsonl'), '{"process":"2-0","num');
  expect(readJournal(here).length).toBe(1);
});
