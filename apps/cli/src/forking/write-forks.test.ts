import { StepforkError, type StepforkErrorCode } from '@stepfork/trace';
import type { TraceEdit } from '@stepfork/trace/file';
import { expect, it } from 'vitest';
import { exitCodeOfError } from '../exit-code.ts';
import { writeForks } from './write-forks.ts';

it.each<[StepforkErrorCode, StepforkErrorCode]>([
  ['STEPFORK_FILE_FAILED', 'STEPFORK_WRITE_FAILED'],
  ['STEPFORK_FILE_CHANGED', 'STEPFORK_FILE_CHANGED'],
])('%s after a run ends with 3', async (thrown, told) => {
  const write = () => Promise.reject(new StepforkError(thrown, 'No room.', { hint: 'Make some.' }));
  const failed = writeForks({ write } as unknown as TraceEdit, []);
  await expect(failed).rejects.toMatchObject({ code: told, message: 'No room.', hint: 'Make some.' });
  expect(exitCodeOfError(told)).toBe(3);
});
