import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { attachFork, type Claim, redactClaim } from '@stepfork/replay';
import type { Trace, TraceFile } from '@stepfork/trace';
import { packageRoot } from '../agent/agent-ref.ts';
import type { Reply } from '../base-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode } from '../exit-code.ts';
import { claimOfPerson, claimSources } from '../exporting/choose-claim.ts';
import { nameTrace } from '../inputs/load-test-case.ts';
import { loadTrace } from '../inputs/load-trace.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { renderAttached, renderNextAfterAttached } from '../render/attached.ts';
import { commandLine } from '../render/command-line.ts';
import { editTrace } from './edit-trace.ts';
import type { ForkFlags } from './fork-flags.ts';
import { refuseNewSecrets } from './refuse-new-secrets.ts';
import { writeForks } from './write-forks.ts';

/**
 * Adds a recorded run to the forks of a trace. Nothing is run.
 *
 * @throws UsageError and the errors of the libraries for a run that is none of this trace
 */
export async function attachRun(path: string, from: string, flags: ForkFlags): Promise<Reply> {
  const { trace, caseFile } = nameTrace(path);
  const person = await claimOfPerson(claimSources(flags));
  const claim = person?.claim ?? caseFile?.claim ?? null;
  const file = await loadTrace(trace);
  refuseItself(trace, from);
  const run = runOf(await loadTrace(from), from);
  return editTrace(trace, async (edit) => {
    const done = attachFork(edit.file, run, claim === null ? null : redacted(claim, trace, file));
    if (done.kind === 'attached') {
      refuseNewSecrets(edit.file.trunk, done.fork);
      await writeForks(edit, [...edit.file.forks, done.fork]);
    }
    const place = done.kind === 'same-as' ? done.place : edit.file.forks.length + 1;
    const shown = { done, place, trace, from, isJudged: claim !== null };
    const again = commandLine('stepfork', 'replay', path);
    return {
      exit: done.kind === 'violates' ? exitCode.no : exitCode.yes,
      value:
        done.kind === 'violates'
          ? { kind: done.kind, file: trace, findings: done.findings }
          : { kind: done.kind, file: trace, recording: place, run: place === 0 ? edit.file.trunk.run.id : run.run.id },
      text: (style) => renderAttached(shown, style),
      next: (style) => renderNextAfterAttached(shown, { path, again }, style),
    };
  });
}

function refuseItself(trace: string, from: string): void {
  let isSame = false;
  try {
    isSame = realpathSync(trace) === realpathSync(from);
  } catch {
    // Whoever reads it next says what is wrong with it.
  }
  if (isSame) {
    throw new UsageError(
      `--from ${from} is the trace itself.`,
      'Record the corrected code into a file of its own, and attach that: stepfork record --as-of … -o fixed.sftrace.',
    );
  }
}

function runOf({ trunk, sealed }: TraceFile, from: string): Trace {
  if (sealed) return trunk;
  throw new UsageError(
    `${from} is not sealed, so it cannot be attached.`,
    'Record the run again to its end; after a deliberate edit: stepfork validate --reseal.',
  );
}

/** Where the key of the project is at hand. A case file is redacted already, which this leaves as it is. */
function redacted(claim: Claim, trace: string, { trunk }: TraceFile): Claim {
  const folder = dirname(resolve(trace));
  const { redactor } = redactorOfProject(packageRoot(folder) ?? folder, trunk.run.redaction);
  return redactor === undefined ? claim : redactClaim(claim, redactor);
}
