import { registered } from '@stepfork/interceptor';
import { type Claim, knownNames, toolsOf } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { listKnown } from './nearest.ts';
import { writeNote } from './streams.ts';

/** A claim may name a tool that nobody else knows (`!send_email`); more often it is misspelled. Called when the agents are loaded. */
export function noteUnknownClaimed(claim: Claim, traces: TraceFile): void {
  const known = knownNames([traces.trunk, ...traces.forks], { registered: registered(), claimed: [] }).tools;
  for (const name of new Set((claim.calls ?? []).flatMap(toolsOf))) {
    if (!known.has(name))
      writeNote(`note: the claim names the tool ${name}, which nobody else knows. ${listKnown(name, [...known].sort(), 'tools')}`);
  }
}
