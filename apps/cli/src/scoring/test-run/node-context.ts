import type { TestContext } from 'node:test';
import { aroundEach, type EachHook } from './around-each.ts';

/** A body or a hook of Node's runner: one that takes something beside its context calls that when it has ended. */
export type NodeBody = (context: unknown, done?: (error?: unknown) => void) => unknown;

/** Calls it as Node's runner does. */
export async function called(body: NodeBody, context: unknown): Promise<unknown> {
  if (body.length < 2) return body(context);
  return new Promise<void>((resolve, reject) => {
    body(context, (error) => (error == null ? resolve() : reject(error)));
  });
}

type Registers = 'beforeEach' | 'afterEach' | 'after';

/**
 * Runs a test, or a subtest, with a context that is its own: what it registers there ends with it, mocks are taken back, and what fails in a subtest fails it. That
 * of the runner is one for all runs, and keeps failed subtests to itself.
 *
 * @param plan how many assertions and subtests there have to be; `null`: nobody says
 */
export async function runInContext(body: NodeBody, runners: TestContext, plan: number | null = null): Promise<unknown> {
  const hooks: Record<Registers, EachHook[]> = { beforeEach: [], afterEach: [], after: [] };
  const subtests: Promise<void>[] = [];
  let failure: { readonly error: unknown } | null = null;
  let planned = plan;
  let counted = 0;

  const subtest = (...given: readonly unknown[]): Promise<void> => {
    counted += 1;
    const inner = given.find((one): one is NodeBody => typeof one === 'function');
    const options = (given.find((one) => typeof one === 'object' && one !== null) ?? {}) as Given;
    const ended = inner === undefined || isLeftOut(options) ? Promise.resolve() : runSubtest(inner, options.plan ?? null);
    subtests.push(ended);
    return ended;
  };
  const runSubtest = async (inner: NodeBody, innerPlan: number | null): Promise<void> => {
    const around = { before: hooks.beforeEach, after: hooks.afterEach };
    await aroundEach(around, [runners], () => runInContext(inner, runners, innerPlan)).catch((error: unknown) => {
      failure ??= { error };
    });
  };
  const mock = Reflect.construct(runners.mock.constructor, []) as TestContext['mock'];
  const own: Readonly<Record<string, unknown>> = {
    mock,
    test: subtest,
    ...Object.fromEntries(
      (Object.keys(hooks) as Registers[]).map((name) => [
        name,
        (hook: NodeBody) => void hooks[name].push((context) => called(hook, context)),
      ]),
    ),
    plan: (count: number) => {
      planned = count;
    },
    assert: counting(runners.assert, () => {
      counted += 1;
    }),
  };
  const context = new Proxy(runners, {
    get: (of, name) => {
      if (typeof name === 'string' && Object.hasOwn(own, name) && name in of) return own[name];
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  try {
    const returned = await called(body, context);
    await Promise.all(subtests);
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
    if (planned !== null && planned !== counted) throw new Error(`plan expected ${planned} assertions but received ${counted}`);
    return returned;
  } finally {
    mock.reset();
    for (const hook of hooks.after) await hook(context);
  }
}

/** What is said of a test beside its body. */
export interface Given {
  readonly skip?: boolean | string;
  readonly todo?: boolean | string;
  readonly plan?: number;
}

export function isLeftOut({ skip, todo }: Given): boolean {
  return (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false);
}

/** Node 20.19 has it too, older ones have none. */
function counting(assert: TestContext['assert'] | undefined, onCall: () => void): unknown {
  if (assert === undefined) return undefined;
  return new Proxy(assert, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        onCall();
        return Reflect.apply(value, of, given);
      };
    },
  });
}
