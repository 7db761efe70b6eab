import type { CaseFile, Claim, LoadNeeds, PolicyRules } from '@stepfork/replay';

/** What an exporter is asked to render: all of it is data, and data enters code only through `toLiteral`, comments only through `toComment`. */
export interface ExportRequest {
  /** Name of the test, as a sentence. */
  readonly title: string;
  /** File name without ending: `refund`. */
  readonly name: string;
  /**
   * Where the agent is, relative to the test file and with `/`, and its exported name. `specifier` is how a TypeScript file of this project imports
   * it; `file` is the name that it has on disk, for tests that no TypeScript compiler reads.
   */
  readonly agent: { readonly specifier: string; readonly file: string; readonly export: string };
  /** Those of the exporter's own switches that were asked for. */
  readonly switches: readonly string[];
  /** What the agent's module must find when the test imports it: it is loaded before `verify` can do anything. */
  readonly needs: LoadNeeds;
  /** The trace file beside the test: `refund.sftrace.jsonl`. */
  readonly trace: string;
  /** The command that makes these files again; `null` where no command made them. */
  readonly command: string | null;
  readonly claim: Claim;
  readonly policies: PolicyRules;
  /** Declared answers by tool, as in a case file: encoded values (see `Json`). */
  readonly answers: NonNullable<CaseFile['answers']>;
  readonly stable: readonly string[];
  readonly ignore: Readonly<Record<string, readonly string[]>>;
  readonly order?: 'keyed' | 'recorded';
  readonly timeoutMs?: number;
  readonly maxCalls?: number;
}

/** A file to write. `path` is relative to the folder of the test, with `/` on every platform, and stays inside that folder. */
export interface ExportedFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Renders a test case as files of a test runner. Pure: the same request gives the same bytes.
 *
 * The rendered test reads the trace, calls `verify` of `@stepfork/replay` (or does the same in another language) and lets its errors through:
 * `FailedError` when the claim is violated, `InconclusiveError` when the replay cannot tell. The trace and the case file are written by the
 * planner, not by exporters. A time limit of the runner must not come before that of `verify`: it would say "failed" where the honest answer is
 * "inconclusive". Prove an exporter with `describeExporter` of `@stepfork/export/testing`.
 */
export interface Exporter {
  /** `vitest`: what stands behind `--to`. Lower case letters, digits and hyphens. */
  readonly name: string;
  /** One line for `stepfork export --list`. */
  readonly summary: string;
  /** Switches of its own, each with one line about it: with `{ esm: '…' }` the command takes `--to jest --esm`. */
  readonly switches?: Readonly<Record<string, string>>;
  /** Packages that must be installed beside the test, for the install line. With `@stepfork/replay` goes `@stepfork/http` where requests were sent. */
  readonly packages?: readonly string[];
  /** The command that runs one test, but for the name of its file: `['npx', 'vitest', 'run']`. */
  readonly command?: readonly string[];
  render(request: ExportRequest): readonly ExportedFile[];
}

/** Types an exporter and returns it unchanged. */
export function defineExporter(exporter: Exporter): Exporter {
  return exporter;
}
