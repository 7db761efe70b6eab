// Loaded before a test file of Node's own runner: its tests are scored instead of run once.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { test as NodeTest } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endWith } from '../../processes/end-with.ts';
import { watchReads } from '../watch-reads.ts';
import { aroundEach, type EachHook, type EachHooks } from './around-each.ts';
import { called, type Given, isLeftOut, type NodeBody, runInContext } from './node-context.ts';
import { orderOfRun } from './order.ts';
import { scoreBody } from './score-body.ts';

endWith(orderOfRun().startedBy, 'group');
// Before the test and its agent are loaded.
watchReads();

type Body = (context: unknown) => unknown;

const runner = createRequire(import.meta.url)('node:test') as NodeTests;
const { test, describe } = runner;

type NodeTests = Record<'test' | 'it', typeof NodeTest> &
  Record<'describe' | 'suite', typeof NodeTest.describe> &
  Record<'beforeEach' | 'afterEach', (hook: NodeBody) => void>;

interface Scope {
  readonly before: EachHook[];
  readonly after: EachHook[];
}

const ofFile: readonly Scope[] = [{ before: [], after: [] }];

/** Of the groups whose body runs, each in a context of its own: it may wait, and the next one begins meanwhile. */
const ofGroups = new AsyncLocalStorage<readonly Scope[]>();

/** Hooks of the file, and of the groups around what is declared just now. */
function scopes(): readonly Scope[] {
  return ofGroups.getStore() ?? ofFile;
}

const scoring = (...given: readonly unknown[]): unknown => {
  const body = given.find((one): one is NodeBody => typeof one === 'function');
  const options = (given.find((one) => typeof one === 'object' && one !== null) ?? {}) as Given;
  if (body === undefined || isLeftOut(options)) return Reflect.apply(test, undefined, given);
  const name = typeof given[0] === 'string' ? given[0] : body.name;
  const around = scopes();
  return test(name, (context) =>
    scoreBody(name, () => aroundEach(hooksOf(around), [context], () => runInContext(body, context, options.plan ?? null)), {
      load: (file) => import(pathToFileURL(file).href),
      ready: async () => {},
      evaluated: () => [],
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
  const around = [...scopes(), { before: [], after: [] }];
  return (context) => ofGroups.run(around, () => body(context));
}

/** Also those that stand behind the test. */
function hooksOf(around: readonly Scope[]): EachHooks {
  return { before: around.flatMap(({ before }) => before), after: around.flatMap(({ after }) => after) };
}

const scoringTest = Object.assign(scoring, { skip: test.skip, todo: test.todo, only: scoring }) as unknown as typeof NodeTest;
const scoringGroup = Object.assign(group, { skip: describe.skip, todo: describe.todo, only: group }) as unknown as typeof describe;
Object.assign(runner, {
  ...{ test: scoringTest, it: scoringTest, describe: scoringGroup, suite: scoringGroup },
  beforeEach: (hook: NodeBody) =>
    void scopes()
      .at(-1)
      ?.before.push((context) => called(hook, context)),
  afterEach: (hook: NodeBody) =>
    void scopes()
      .at(-1)
      ?.after.push((context) => called(hook, context)),
});
syncBuiltinESMExports();
