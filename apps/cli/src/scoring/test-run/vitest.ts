// The process in which Vitest of a project runs one test file: `vitest.js <root> <file> <runner>`. No output but what goes wrong.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWith } from '../../end-with.ts';
import { orderOfRun } from './order.ts';

endWith(orderOfRun().startedBy, 'group');

const [root = '', file = '', runner = ''] = process.argv.slice(2);
const require = createRequire(join(root, 'package.json'));
interface Vitest {
  readonly state: { getFiles(): readonly Ended[]; getUnhandledErrors(): readonly unknown[] };
  close(): Promise<void>;
}

interface Ended {
  readonly result?: { readonly errors?: readonly unknown[] };
}

const { startVitest } = (await import(pathToFileURL(require.resolve('vitest/node')).href)) as {
  readonly startVitest: (mode: 'test', files: readonly string[], options: object) => Promise<Vitest>;
};
const options = { root, run: true, watch: false, runner, reporters: [{}], testTimeout: 0, coverage: { enabled: false } };
const { state, ...vitest } = await startVitest('test', [file], options).then((started) => ({
  state: started.state,
  close: () => started.close(),
}));
// What keeps a file from being loaded is an error of the file, no test of which is run.
for (const error of [...state.getUnhandledErrors(), ...state.getFiles().flatMap(({ result }) => result?.errors ?? [])]) {
  process.stderr.write(`${(error as { readonly message?: string } | null)?.message ?? String(error)}\n`);
}
await vitest.close();
