import { readyFor } from '../../agent/load-module.ts';
import { watchReads } from '../watch-reads.ts';
import { scoreBody } from './score-body.ts';

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

interface Task {
  readonly name: string;
  readonly type: string;
}

interface Suite {
  readonly getFn: (task: Task) => () => Promise<unknown>;
  readonly setFn: (task: Task, body: () => Promise<void>) => void;
}

const once: Tries = { retry: 0, repeats: 0 };

/** The runner of a project, whose tests are scored instead of run once. */
export function scoringRunner<Base extends new (...given: never[]) => Runner>(base: Base, { getFn, setFn }: Suite): Base {
  // Before the test and its agent are loaded.
  watchReads();
  return class extends (base as unknown as new (...given: unknown[]) => Runner) {
    override onBeforeRunSuite(suite: unknown): unknown {
      // What a changed run shows is no new snapshot.
      const { snapshotOptions } = this.config;
      if (snapshotOptions !== undefined) snapshotOptions.updateSnapshot = 'none';
      return super.onBeforeRunSuite?.(suite);
    }

    override onBeforeRunTask(task: Task): unknown {
      // As the test itself does: a setup file would be loaded anew.
      const load = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
        (await this.importFile(file, 'collect')) as Readonly<Record<string, unknown>>;
      const body = getFn(task);
      // Each run is a try of its own: it counts its snapshots and its assertions anew.
      const run = async (): Promise<void> => {
        await super.onBeforeTryTask?.(task, once);
        await body();
        await super.onAfterTryTask?.(task, once);
      };
      if (task.type === 'test') setFn(task, () => scoreBody(task.name, run, { load, ready: readyFor }));
      return super.onBeforeRunTask?.(task);
    }
  } as unknown as Base;
}
