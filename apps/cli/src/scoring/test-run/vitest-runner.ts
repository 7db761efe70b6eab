import { scoreBody } from './score-body.ts';

/** What is used here of a runner of Vitest 3 and later, which only the user's project has. */
interface Runner {
  onBeforeRunTask?(task: Task): unknown;
  importFile(file: string, source: 'collect' | 'setup'): unknown;
}

interface Task {
  readonly name: string;
  readonly type: string;
}

interface Suite {
  readonly getFn: (task: Task) => () => Promise<unknown>;
  readonly setFn: (task: Task, body: () => Promise<void>) => void;
}

/** The runner of a project, whose tests are scored instead of run once. */
export function scoringRunner<Base extends new (...given: never[]) => Runner>(base: Base, { getFn, setFn }: Suite): Base {
  return class extends (base as unknown as new (...given: unknown[]) => Runner) {
    override onBeforeRunTask(task: Task): unknown {
      const body = getFn(task);
      const load = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
        (await this.importFile(file, 'setup')) as Readonly<Record<string, unknown>>;
      if (task.type === 'test') setFn(task, () => scoreBody(task.name, body, load));
      return super.onBeforeRunTask?.(task);
    }
  } as unknown as Base;
}
