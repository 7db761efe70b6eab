import { dirname } from 'node:path';
import type { ForkOptions } from '@stepfork/replay';
import type { Run } from '@stepfork/trace';
import type { Project } from '../agent/load-project.ts';
import type { TestOptions } from '../options/test-options.ts';
import { gitState } from '../project/git.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { runHead } from '../project/run-head.ts';
import { installedSdks } from '../sdks/installed-sdks.ts';

/** Real models take their time; the library's default is meant for replays, which wait for nobody. */
const liveTimeoutMs = 300_000;

/** The rules of a run in which named calls run for real: those of a replay, the head of its recording, the project's redactor. */
export function liveRules(
  options: TestOptions,
  live: readonly string[],
  { project, redaction }: { readonly project: Project; readonly redaction: Run['redaction'] },
): ForkOptions {
  const { ref } = project;
  return {
    timeoutMs: liveTimeoutMs,
    ...options,
    live,
    run: { agent: ref.text, ...runHead(gitState(ref.root), installedSdks(dirname(ref.file))) },
    ...redactorOfProject(ref.root, redaction),
  };
}
