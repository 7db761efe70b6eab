import type { Unit } from './payload-passes.ts';

const units: Readonly<Record<Unit, string>> = { turns: 'turns', classes: 'turns and payload classes', nodes: 'turns and nodes' };

/** What may be said of the result. Never that it is the smallest of all. */
export function proofOf(unit: Unit, proven: boolean): string {
  return proven ? `1-minimal in ${units[unit]}` : 'reduced, not proven';
}
