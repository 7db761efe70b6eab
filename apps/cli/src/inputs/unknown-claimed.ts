import { registered } from '@stepfork/interceptor';
import { type Claim, knownNames, toolsOf } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { listKnown } from '../errors/nearest.ts';
import { writeNote } from '../terminal/streams.ts';
import { misplacedMembers } from './misplaced-members.ts';

/**
 * A claim may name a tool or a model that nobody else knows (`!send_email`), or look for an argument where no call has it; more often that is a mistake. Called when the agents are loaded.
 */
export function noteUnknownClaimed(claim: Claim, traces: TraceFile): void {
  const known = knownNames([traces.trunk, ...traces.forks], { registered: registered(), claimed: [] });
  const models = (claim.requests ?? []).flatMap(({ model = '*' }) => (model === '*' ? [] : [model]));
  noteUnknown('tool', (claim.calls ?? []).flatMap(toolsOf), known.tools);
  noteUnknown('model', models, known.models);
  for (const { tool, key, under } of misplacedMembers(claim, traces))
    writeNote(
      `note: the claim looks for ${JSON.stringify(key)} in the input of ${tool}, where no recorded call has it; it stands in ${JSON.stringify(under)}: ${JSON.stringify({ [under]: { [key]: '…' } })}`,
    );
}

function noteUnknown(kind: 'tool' | 'model', named: readonly string[], known: ReadonlySet<string>): void {
  for (const name of new Set(named)) {
    if (!known.has(name))
      writeNote(`note: the claim names the ${kind} ${name}, which nobody else knows. ${listKnown(name, [...known].sort(), `${kind}s`)}`);
  }
}
