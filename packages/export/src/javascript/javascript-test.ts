import type { ExportRequest } from '../exporter.ts';
import { toLiteral } from '../literal.ts';
import { firstImports } from './first-imports.ts';
import { header } from './header.ts';
import { importAgent } from './import-agent.ts';
import { verifyCall } from './verify-call.ts';

/** The source text that tests in JavaScript have in common, whatever their runner. */
export interface JavaScriptTest {
  /** Comment lines: where the test comes from, and the command that makes it again. */
  readonly header: readonly string[];
  /** Import declarations, in the order in which they must stand. */
  readonly imports: readonly string[];
  /** Statements of an async function, two spaces in: they throw `FailedError`, `InconclusiveError` or nothing. */
  readonly body: readonly string[];
}

/**
 * A test case as source text of an ES module that replays it in the runner's own process, with nothing but `@stepfork/replay` (and `@stepfork/http`
 * where the agent sent requests). All data in it went through `toLiteral` and `toComment`.
 *
 * @param used names that the file uses itself: an agent of such a name is called `agent`
 */
export function javaScriptTest(request: ExportRequest, used: readonly string[] = []): JavaScriptTest {
  const { needs, agent } = request;
  const { name, atTop, inside } = importAgent(agent, agent.file, used);
  const needsCredentials = Object.keys(needs.environment).length > 0;
  // What is imported at the top is loaded before any of it runs: too early for what must be met when it is loaded.
  const isLate = needsCredentials || needs.tools;
  return {
    header: header(request),
    imports: [...firstImports(needs), "import { verify } from '@stepfork/replay';", ...(isLate ? [] : [atTop])],
    body: [
      ...(needsCredentials
        ? [
            '  // Stands in for the credentials of the recorded run, where there are none: some clients cannot be made without a key.',
            `  Object.assign(process.env, ${toLiteral(needs.environment, 2)}, { ...process.env });`,
          ]
        : []),
      ...(isLate ? [`  ${inside}`] : []),
      ...verifyCall(request, name),
    ],
  };
}
