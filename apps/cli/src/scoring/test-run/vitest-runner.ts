import { readyFor } from '../../agent/load-module.ts';
import { watchReads } from '../watch-reads.ts';
import { aroundEach, type EachHook, type EachHooks } from './around-each.ts';
import { scoreBody } from './score-body.ts';
import { endTry, type TriedTest } from './try-of-test.ts';

/** What is used here of a runner of Vitest 3 and later, which only the user's project has. */
interface Runner {
  readonly config: { readonly snapshotOptions?: { updateSnapshot: string } };
  onBeforeRunSuite?(suite: unknown): unknown;
  onBeforeRunTask?(task: Task): unknown;
  onBeforeTryTask?(task: Task, tries: Tries): unknown;
  onAfterTryTask?(task: Task, tries: Tries): unknown;
  importFile(file: string, source: 'collect' | 'setup'): unknown;
}

interface Tries {
  readonly retry: number;
  readonly repeats: number;
}

interface Task extends TriedTest {
  readonly name: string;
  readonly type: string;
  readonly suite?: Group;
  readonly file?: Group;
}

/** Of tests, a file too. */
interface Group {
  readonly suite?: Group;
}

/** As Vitest keeps them: it calls what it finds in them. */
interface Hooks {
  readonly beforeEach: readonly EachHook[];
  readonly afterEach: readonly EachHook[];
}

interface Suite {
  readonly getTestFn: (task: Task) => () => Promise<unknown>;
  readonly getSuiteHooks: (group: Group) => Hooks;
}

/** What Vitest keeps in the process of a test: from version 4 on, and before. */
interface WorkerState {
  readonly evaluatedModules?: { readonly fileToModulesMap?: ReadonlyMap<string, unknown> };
  readonly moduleCache?: ReadonlyMap<string, unknown>;
}

const once: Tries = { retry: 0, repeats: 0 };

/** The runner of a project, whose tests are scored instead of run once. */
export function scoringRunner<Base extends new (...given: never[]) => Runner>(base: Base, { getTestFn, getSuiteHooks }: Suite): Base {
  // Before the test and its agent are loaded.
  watchReads();
  const taken = new Map<Group, Hooks>();
  const hooks = new Map<Task, EachHooks>();
  return class extends (base as unknown as new (...given: unknown[]) => Runner) {
    override onBeforeRunSuite(suite: unknown): unknown {
      // What a changed run shows is no new snapshot.
      const { snapshotOptions } = this.config;
      if (snapshotOptions !== undefined) snapshotOptions.updateSnapshot = 'none';
      return super.onBeforeRunSuite?.(suite);
    }

    override onBeforeRunTask(task: Task): unknown {
      hooks.set(task, hooksOf(task));
      return super.onBeforeRunTask?.(task);
    }

    /** In the place of the body of a test. */
    async runTask(task: Task): Promise<unknown> {
      const body = getTestFn(task);
      if (task.type !== 'test') return body();
      // As the test itself does: a setup file would be loaded anew.
      const load = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
        (await this.importFile(file, 'collect')) as Readonly<Record<string, unknown>>;
      // Each run is a try of its own: it counts its snapshots and its assertions anew.
      const run = async (): Promise<void> => {
        await super.onBeforeTryTask?.(task, once);
        try {
          await aroundEach(hooks.get(task) ?? hooksOf(task), [task.context, task.suite ?? task.file], body);
        } catch (error) {
          // The first failure is the one that counts.
          await endTry(task).catch(() => {});
          throw error;
        }
        await endTry(task);
        await super.onAfterTryTask?.(task, once);
      };
      return scoreBody(task.name, run, { load, ready: readyFor, evaluated: evaluatedModules });
    }
  } as unknown as Base;

  /** Those of all groups around it, which are run around each run, and no longer around all of them. */
  function hooksOf(task: Task): EachHooks {
    const all = groupsAround(task).map((group) => {
      const kept = getSuiteHooks(group);
      const own = taken.get(group) ?? { ...kept };
      taken.set(group, own);
      Object.assign(kept, { beforeEach: [], afterEach: [] });
      return own;
    });
    return { before: all.flatMap(({ beforeEach }) => beforeEach), after: all.flatMap(({ afterEach }) => afterEach) };
  }
}

/** The outermost first. */
function groupsAround({ suite, file }: Task): readonly Group[] {
  const groups: Group[] = [];
  for (let group = suite ?? file; group !== undefined; group = group.suite) groups.unshift(group);
  return file === undefined || groups.includes(file) ? groups : [file, ...groups];
}

function evaluatedModules(): Iterable<string> | null {
  const { evaluatedModules: modules, moduleCache } = (globalThis as { readonly __vitest_worker__?: WorkerState }).__vitest_worker__ ?? {};
  return (modules?.fileToModulesMap ?? moduleCache)?.keys() ?? null;
}
