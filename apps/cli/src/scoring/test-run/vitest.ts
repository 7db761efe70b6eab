// The process in which Vitest of a project runs one test file: `vitest.js <root> <file> <runner>`. No output but what goes wrong.
import { createRequire } from 'node:module';
import { normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWith } from '../../processes/end-with.ts';
import { orderOfRun } from './order.ts';

endWith(orderOfRun().startedBy, 'group');

const [root = '', file = '', runner = ''] = process.argv.slice(2);

interface Vitest {
  readonly state: { getFiles(): readonly Ended[]; getUnhandledErrors(): readonly unknown[] };
  globTestSpecifications(filters: readonly string[]): Promise<readonly Specification[]>;
  start(filters: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

interface Specification {
  readonly moduleId: string;
  readonly project: { readonly config: { runner?: string } };
}

interface Ended {
  readonly result?: { readonly errors?: readonly unknown[] };
}

const { createVitest } = (await import(pathToFileURL(createRequire(file).resolve('vitest/node')).href)) as {
  readonly createVitest: (mode: 'test', options: object) => Promise<Vitest>;
};
const options = { root, run: true, watch: false, reporters: [{}], testTimeout: 0, coverage: { enabled: false } };
const vitest = await createVitest('test', options);
// A project of a workspace takes no runner from the command line. Of several that have the file, the first one scores it.
const specifications = await vitest.globTestSpecifications([file]);
const own = specifications.find(({ moduleId }) => normalize(moduleId) === normalize(file));
if (own === undefined) process.stderr.write(`By its config in ${root}, Vitest does not include ${file}.\n`);
else {
  own.project.config.runner = runner;
  await vitest.start([file]);
}
// What keeps a file from being loaded is an error of the file, no test of which is run.
for (const error of [...vitest.state.getUnhandledErrors(), ...vitest.state.getFiles().flatMap(({ result }) => result?.errors ?? [])]) {
  process.stderr.write(`${(error as { readonly message?: string } | null)?.message ?? String(error)}\n`);
}
await vitest.close();
