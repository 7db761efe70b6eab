import { taggedShapes } from './tagged-shapes.ts';

/** Whether `$` names a kind of tagged value, so that an object with it is no plain object with a key `$`. */
export function isTagKind($: unknown): boolean {
  return typeof $ === 'string' && Object.hasOwn(taggedShapes, $);
}
