// Loaded before a test file of Node's own runner: its tests are scored instead of run once.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { test as NodeTest } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endWithParent } from '../../pool/end-with-parent.ts';
import { watchReads } from '../watch-reads.ts';
import { aroundEach, type EachHook, type EachHooks } from './around-each.ts';
import { orderOfRun } from './order.ts';
import { scoreBody } from './score-body.ts';

endWithParent(orderOfRun().startedBy);
// Before the test and its agent are loaded.
watchReads();

type Body = (context: unknown) => unknown;

const runner = createRequire(import.meta.url)('node:test') as NodeTests;
const { test, describe } = runner;

type NodeTests = Record<'test' | 'it', typeof NodeTest> &
  Record<'describe' | 'suite', typeof NodeTest.describe> &
  Record<'beforeEach' | 'afterEach', (hook: EachHook) => void>;

/** Hooks of the file, and of the groups whose body runs just now. */
let scopes: readonly { readonly before: EachHook[]; readonly after: EachHook[] }[] = [{ before: [], after: [] }];

const scoring = (...given: readonly unknown[]): unknown => {
  const body = given.find((one): one is Body => typeof one === 'function');
  if (body === undefined) return Reflect.apply(test, undefined, given);
  const name = typeof given[0] === 'string' ? given[0] : body.name;
  const around = scopes;
  return test(name, (context) =>
    scoreBody(name, () => aroundEach(hooksOf(around), [context], async () => body(context)), {
      load: (file) => import(pathToFileURL(file).href),
      ready: async () => {},
    }),
  );
};
const group = (...given: readonly unknown[]): unknown =>
  Reflect.apply(
    describe,
    undefined,
    given.map((one) => (typeof one === 'function' ? inGroup(one as Body) : one)),
  );

function inGroup(body: Body): Body {
  return (context) => {
    const outer = scopes;
    scopes = [...outer, { before: [], after: [] }];
    try {
      return body(context);
    } finally {
      scopes = outer;
    }
  };
}

/** Also those that stand behind the test. */
function hooksOf(around: typeof scopes): EachHooks {
  return { before: around.flatMap(({ before }) => before), after: around.flatMap(({ after }) => after) };
}

const scoringTest = Object.assign(scoring, { skip: test.skip, todo: test.todo, only: scoring }) as unknown as typeof NodeTest;
const scoringGroup = Object.assign(group, { skip: describe.skip, todo: describe.todo, only: group }) as unknown as typeof describe;
Object.assign(runner, {
  ...{ test: scoringTest, it: scoringTest, describe: scoringGroup, suite: scoringGroup },
  beforeEach: (hook: EachHook) => void scopes.at(-1)?.before.push(hook),
  afterEach: (hook: EachHook) => void scopes.at(-1)?.after.push(hook),
});
syncBuiltinESMExports();
