import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { StepforkError } from './errors.ts';

class ParentError extends StepforkError {
  readonly line: number;
  constructor(line: number, cause?: unknown) {
    super('STEPFORK_PARENT', `the file broke at line ${line}`, { hint: 'Restore it.', ...(cause === undefined ? {} : { cause }) });
    this.line = line;
  }
}
class ChildError extends ParentError {
  static override readonly name = 'RenamedError';
}

test('an error carries its code, hint, cause and own fields, and is named after its class', () => {
  const cause = new Error('below');
  const error = new ParentError(7, cause);
  expect(error).toMatchObject({ code: 'STEPFORK_PARENT', hint: 'Restore it.', cause, line: 7, name: 'ParentError' });
  expect(String(error)).toBe('ParentError: the file broke at line 7');
  expect('cause' in new ParentError(7)).toBe(false);
});

test('isInstance tells the classes apart along the chain', () => {
  const child = new ChildError(1);
  expect(child.name).toBe('RenamedError');
  expect([StepforkError, ParentError, ChildError].map((Class) => Class.isInstance(child))).toEqual([true, true, true]);
  expect(ChildError.isInstance(new ParentError(1))).toBe(false);
  expect(StepforkError.isInstance(new Error('no'))).toBe(false);
  expect(StepforkError.isInstance(null)).toBe(false);
});

test('an error of another installed copy is recognised', () => {
  const source = `(class StepforkError extends Error {
    constructor(m) { super(m); Object.defineProperty(this, Symbol.for('stepfork.error'), { value: ['ParentError', 'StepforkError'] }); }
  })`;
  const Foreign = runInNewContext(source) as new (message: string) => Error;
  expect(ParentError.isInstance(new Foreign('x'))).toBe(true);
  expect(ChildError.isInstance(new Foreign('x'))).toBe(false);
});

test('a value that only looks like one is not', () => {
  expect(StepforkError.isInstance({ [Symbol.for('stepfork.error')]: ['StepforkError'] })).toBe(false);
});
