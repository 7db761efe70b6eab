import { expect, it } from 'vitest';
import { watchObject } from './watch-object.ts';

const make = () => ({ one: 1, nan: Number.NaN, run() {}, get late() { return {}; } }); // biome-ignore format: one line

it('an object is untouched as long as its properties are the same, whatever its getters give', () => {
  const object = make();
  const isUntouched = watchObject(object);
  expect(isUntouched()).toBe(true);
  object.one = 1;
  expect(isUntouched()).toBe(true);
});

it.each<[string, (object: Record<string, unknown>) => void]>([
  ['changed', (object) => (object.one = 2)],
  ['added', (object) => (object.two = 2)],
  ['removed', (object) => delete object.run],
  ['replaced by a getter', (object) => Object.defineProperty(object, 'one', { get: () => 2 })],
  ['inherited', (object) => Object.setPrototypeOf(object, { two: 2 })],
  ['fixed for good', (object) => Object.freeze(object)],
  ['another getter', (object) => Object.defineProperty(object, 'late', { get: () => null })],
])('a property that was %s is seen', (_, touch) => {
  const object = make();
  const isUntouched = watchObject(object);
  touch(object);
  expect(isUntouched()).toBe(false);
});

it('what is added beside a value that is fixed for good is seen', () => {
  const object = Object.defineProperty<Record<string, unknown>>({}, 'fixed', { value: 1 });
  const isUntouched = watchObject(object);
  expect(isUntouched()).toBe(true);
  Object.defineProperty(object, 'hidden', { value: 1, configurable: true });
  expect(isUntouched()).toBe(false);
});
