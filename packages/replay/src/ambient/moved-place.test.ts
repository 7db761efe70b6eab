import { expect, test } from 'vitest';
import { movedPlace } from './moved-place.ts';

const places = ['src/agent.ts#runAgent', 'src/agent.ts#', 'src/ids.ts#next', 'src/pages.ts#next', 'process 1 src/child.ts#work'];

test.each<readonly [site: string, found: string | null]>([
  ['src/agent.fixed.ts#runAgent', 'src/agent.ts#runAgent'],
  ['dist/agent.js#runAgent', 'src/agent.ts#runAgent'],
  ['corrected.ts#runAgent', 'src/agent.ts#runAgent'],
  ['src/agent.fixed.ts#', 'src/agent.ts#'],
  ['corrected.ts#', null],
  ['fixed/pages.ts#next', 'src/pages.ts#next'],
  ['corrected.ts#next', null],
  ['src/ids.ts#runAgent', null],
  ['src/agent.fixed.ts#another', null],
  ['src/child.fixed.ts#work', null],
  ['process 1 src/child.fixed.ts#work', 'process 1 src/child.ts#work'],
  ['process 2 src/child.fixed.ts#work', null],
  ['?', null],
])('%s is %s', (site, found) => {
  expect(movedPlace(site, places)).toBe(found);
});
