import type { Claim, PolicyRules } from '@stepfork/replay';
import type { Json } from '@stepfork/trace';

/** What an exporter is asked to render: all of it is data, and data enters code only through `toLiteral`. */
export interface ExportRequest {
  /** Name of the test, as a sentence. */
  readonly title: string;
  /** File name without ending: `refund`. */
  readonly name: string;
  /** How the test file imports the agent: module specifier relative to the test file, with `/`, and the exported name. */
  readonly agent: { readonly specifier: string; readonly export: string };
  /** The trace file beside the test: `refund.sftrace.jsonl`. */
  readonly trace: string;
  readonly claim: Claim;
  readonly policies: PolicyRules;
  readonly answers: Readonly<Record<string, Json>>;
  readonly stable: readonly string[];
  readonly ignore: Readonly<Record<string, readonly string[]>>;
}

/** A file to write. `path` is relative to the folder of the test and stays inside it. */
export interface ExportedFile {
  readonly path: string;
  readonly text: string;
}

/** Renders a test case as files of a test runner. Pure: the same request gives the same bytes. */
export interface Exporter {
  /** `vitest`: what stands behind `--to`. Lower case, digits and hyphens. */
  readonly name: string;
  readonly summary: string;
  render(request: ExportRequest): readonly ExportedFile[];
}

/** Types an exporter and returns it unchanged. */
export function defineExporter(exporter: Exporter): Exporter {
  return exporter;
}
