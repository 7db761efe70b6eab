import type { Derivation } from '../trace.ts';

/** Why a run cannot stand at this place of a file, in a few words; `null`: it can. `trunk` is the id of the first run, `null` for that one itself. */
export function misplacedRun(derived: Derivation | null, trunk: string | null): string | null {
  if (derived === null) return null;
  const alone = standsAlone(derived);
  if (trunk === null) return alone === null ? `a fork of the run "${derived.of}", which is missing` : null;
  if (alone !== null) return `${alone} among recordings: it stands in a file of its own`;
  return derived.of === trunk ? null : `a fork of the run "${derived.of}", which is not the trunk of this file`;
}

function standsAlone({ kind }: Derivation): string | null {
  switch (kind) {
    case 'what-if':
      return 'a what-if';
    case 'replayed':
      return 'a kept replay';
    case 'minimized':
      return 'a minimized run';
    case 'attached':
    case 'on-demand':
      return null;
  }
}
