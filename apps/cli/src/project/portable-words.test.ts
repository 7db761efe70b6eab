import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { portableWords } from './portable-words.ts';

it.each([
  ['refund.sftrace', 'refund.sftrace', 'C:\\app', win32],
  ['traces\\refund.sftrace', 'traces/refund.sftrace', 'C:\\app', win32],
  ['C:\\app\\traces\\refund.sftrace', 'traces/refund.sftrace', 'C:\\app', win32],
  ['--agent=C:\\app\\src\\agent.ts#runAgent', '--agent=src/agent.ts#runAgent', 'C:\\app', win32],
  ['.\\src\\agent.ts#runAgent', './src/agent.ts#runAgent', 'C:\\app', win32],
  ['D:\\traces\\refund.sftrace', 'refund.sftrace', 'C:\\app', win32],
  ['\\\\server\\share\\refund.sftrace', 'refund.sftrace', 'C:\\app', win32],
  ['{"path":"a\\\\b"}', '{"path":"a\\\\b"}', 'C:\\app', win32],
  ['issue_refund {"at":"C:\\\\x"}', 'issue_refund {"at":"C:\\\\x"}', 'C:\\app', win32],
  ['/home/mira/app/refund.sftrace', 'refund.sftrace', '/home/mira/app', posix],
  ['--fixed=/home/mira/app/src/fixed.ts#run', '--fixed=src/fixed.ts#run', '/home/mira/app', posix],
  ['/home/mira/traces/refund.sftrace', '../traces/refund.sftrace', '/home/mira/app', posix],
  ['a\\b.sftrace', 'a\\b.sftrace', '/home/mira/app', posix],
  ['two\nlines # here', 'two\nlines # here', '/home/mira/app', posix],
])('%s is written %s', (word, written, cwd, on) => {
  expect(portableWords([word], cwd, on)).toEqual([written]);
});
