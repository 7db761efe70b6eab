import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Agent, loadNeeds } from '@stepfork/replay';
import { loadAgent } from '../agent/load-agent.ts';
import type { Reply } from '../base-command.ts';
import { exitCode, exitCodeOfAdmission } from '../exit-code.ts';
import { noteUnknownClaimed } from '../inputs/unknown-claimed.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { renderDraft, renderExported, renderNextAfterExport, renderUnprovenClaim } from '../render/exported.ts';
import { startProgress } from '../terminal/progress.ts';
import { type ClaimChoice, claimOfRun } from './choose-claim.ts';
import { exportTest } from './export-test.ts';
import type { PreparedExport } from './prepare-export.ts';

/** Claim, admission, files: what `stepfork export` does once all has been checked. */
export async function runExport(prepared: PreparedExport): Promise<Reply> {
  const needs = loadNeeds(prepared.traces);
  const buggy = await prepared.buggy.load(needs);
  const fixed = prepared.fixed === null ? null : await loadAgent(prepared.fixed, { needs });
  const progress = startProgress('running the test on the buggy and the fixed code');
  try {
    const choice =
      prepared.claim ??
      (await claimOfRun(prepared.traces, prepared.fixed && fixed && { agent: fixed, ref: prepared.fixed.text }, prepared.options));
    switch (choice.kind) {
      case 'claim':
        return await handOver(prepared, choice, { buggy, fixed });
      case 'unproven':
        return { exit: exitCode.cannotExecute, value: choice, text: (style) => renderUnprovenClaim(choice.stop, prepared, style) };
      case 'none':
        return await writeDraft(prepared);
    }
  } finally {
    progress.done();
  }
}

async function handOver(
  prepared: PreparedExport,
  { claim, source, leftOut }: Extract<ClaimChoice, { kind: 'claim' }>,
  sides: { readonly buggy: Agent; readonly fixed: Agent | null },
): Promise<Reply> {
  noteUnknownClaimed(claim, prepared.traces);
  const { redactClaim } = await import('@stepfork/replay');
  const { redactor } = redactorOfProject(prepared.project.ref.root, prepared.traces.trunk.run.redaction);
  const written = redactor === undefined ? claim : redactClaim(claim, redactor);
  const exported = await exportTest({ ...prepared, ref: prepared.project.ref, claim: written, sides });
  return {
    exit: exitCodeOfAdmission(exported.admission.kind),
    value: { ...exported, source },
    text: (style) => renderExported(exported, { source, leftOut, prepared }, style),
    next: (style) => renderNextAfterExport(exported, prepared, style),
  };
}

/** Nobody has said what is right: a draft to be corrected, beside the trace. */
async function writeDraft({ trace, traces, options, place, force, command }: PreparedExport): Promise<Reply> {
  const { draftClaim } = await import('@stepfork/export');
  const file = join(dirname(trace), `${place.name}.claim.json`);
  const { draft, toCorrect } = draftClaim(traces.trunk, options.policies);
  const written = force || !existsSync(file);
  if (written) writeFileSync(file, `${JSON.stringify(draft, null, 2)}\n`, { mode: 0o600 });
  return {
    exit: exitCode.usage,
    value: { draft, file, written, toCorrect },
    text: (style) => renderDraft({ file, written, toCorrect, command }, style),
  };
}
