import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolvesFrom } from './resolves.ts';

test.each([
  ['vitest', import.meta.dirname, true],
  ['vitest', join(import.meta.dirname, 'not', 'made', 'yet'), true],
  ['stepfork-that-nobody-wrote', import.meta.dirname, false],
])('whether %s resolves from %s: %j', (name, folder, resolves) => {
  expect(resolvesFrom(folder, name)).toBe(resolves);
});
