// Loaded before a test file of Node's own runner: its tests are scored instead of run once.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { test as NodeTest } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endWithParent } from '../../pool/end-with-parent.ts';
import { watchReads } from '../watch-reads.ts';
import { orderOfRun } from './order.ts';
import { scoreBody } from './score-body.ts';

endWithParent(orderOfRun().startedBy);
// Before the test and its agent are loaded.
watchReads();

type Body = (context: unknown) => unknown;

const runner = createRequire(import.meta.url)('node:test') as { test: typeof NodeTest; it: typeof NodeTest };
const { test } = runner;
const scoring = (...given: readonly unknown[]): unknown => {
  const body = given.find((one): one is Body => typeof one === 'function');
  if (body === undefined) return Reflect.apply(test, undefined, given);
  const name = typeof given[0] === 'string' ? given[0] : body.name;
  return test(name, (context) =>
    scoreBody(name, async () => body(context), { load: (file) => import(pathToFileURL(file).href), ready: async () => {} }),
  );
};
const scoringTest = Object.assign(scoring, { skip: test.skip, todo: test.todo, only: scoring }) as unknown as typeof NodeTest;
runner.test = scoringTest;
runner.it = scoringTest;
syncBuiltinESMExports();
