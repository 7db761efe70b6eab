import type { Trace } from '@stepfork/trace';

/** Whether a run says less than another one: it is shorter, or as long with other values. When something arrived says nothing, and no truth value is the longer one. */
export function saysLess(one: Trace, other: Trace): boolean {
  const [size, otherSize] = [sizeOf(one), sizeOf(other)];
  return size < otherSize || (size === otherSize && textOf(one) !== textOf(other));
}

function sizeOf(trace: Trace): number {
  return textOf(trace, (value) => (value === false ? true : value)).length;
}

function textOf({ run, steps }: Trace, shown = (value: unknown): unknown => value): string {
  const said = [run.input, steps.map(({ call, outcome }) => [call, outcome])];
  return JSON.stringify(said, (key, value) => (key === 'atMs' ? 0 : shown(value)));
}
