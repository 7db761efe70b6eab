import type { Derivation } from './trace.ts';

/** Why a run cannot stand at this place of a file, in a few words; `null`: it can. `trunk` is the id of the first run, `null` for that one itself. */
export function misplacedRun(derived: Derivation | null, trunk: string | null): string | null {
  if (derived === null) return null;
  if (trunk === null) return derived.kind === 'what-if' ? null : `a fork of the run "${derived.of}", which is missing`;
  if (derived.kind === 'what-if') return 'a what-if among recordings: it stands in a file of its own';
  return derived.of === trunk ? null : `a fork of the run "${derived.of}", which is not the trunk of this file`;
}
