import { expect, test } from 'vitest';
import { watchEnvironment } from './watched-environment.ts';

test('while it is watched, the environment takes new values, also for a variable that is there', () => {
  process.env.STEPFORK_TEST_VARIABLE = 'first';
  const unwatch = watchEnvironment();
  try {
    process.env.STEPFORK_TEST_VARIABLE = 'second';
    process.env.STEPFORK_TEST_OTHER = 3 as never;
    expect([process.env.STEPFORK_TEST_VARIABLE, process.env.STEPFORK_TEST_OTHER]).toEqual(['second', '3']);
    delete process.env.STEPFORK_TEST_OTHER;
    expect('STEPFORK_TEST_OTHER' in process.env).toBe(false);
  } finally {
    unwatch();
    delete process.env.STEPFORK_TEST_VARIABLE;
  }
});
