import { record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { expect, test } from 'vitest';
import { replay } from '../replay.ts';

class ApiError extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
  isRetryable(): boolean {
    return this.status >= 500;
  }
}
class NotFound extends ApiError {}
class Other extends Error {}

const get = tool('get', async (status: number) => {
  if (status === 404) throw new NotFound('no such order', status);
  throw new ApiError('down', status);
});
const wrapped = tool('wrapped', async () => {
  throw new Error('outer', { cause: new NotFound('inner', 404) });
});

const settle = tool('settle', async () => [{ failed: new NotFound('gone', 404) }, new AggregateError([new NotFound('one', 404)])] as const);

async function agent(): Promise<unknown> {
  const missing: unknown = await get(404).catch((error: unknown) => error);
  const down: unknown = await get(503).catch((error: unknown) => error);
  const outer: unknown = await wrapped().catch((error: unknown) => error);
  const [returned, several] = await settle();
  return [
    [returned.failed instanceof NotFound, several.errors[0] instanceof NotFound],
    [missing instanceof ApiError, missing instanceof NotFound, missing instanceof Other, missing instanceof TypeError],
    [down instanceof NotFound, down instanceof ApiError, down instanceof Error],
    [outer instanceof NotFound, (outer as Error).cause instanceof NotFound],
    (down as ApiError).isRetryable(),
    (missing as ApiError).isRetryable(),
  ];
}

test('a catch recognises a recorded error by its class, although nobody registered the class', async () => {
  const trunk = await record(agent, null);
  const { trace } = await replay(traceFile(trunk), agent);
  expect(trace.outcome).toEqual({
    kind: 'returned',
    value: [[true, true], [true, true, false, false], [false, true, true], [false, true], true, false],
  });
  expect(trace.outcome).toEqual(trunk.outcome);
});

test('after the replay errors are what they were', async () => {
  await replay(traceFile(await record(agent, null)), agent);
  expect(Object.hasOwn(Error, Symbol.hasInstance)).toBe(false);
});
