import { activeResources, ownTimers } from '../ambient-defaults.ts';

/** What keeps this process busy, by the names that Node gives it, and how much of each there is. */
export type ActiveWork = ReadonlyMap<string, number>;

export function activeWork(): ActiveWork {
  const counts = new Map<string, number>();
  for (const name of activeResources()) counts.set(name, (counts.get(name) ?? 0) + 1);
  // Ours, of any run in this process, wake no agent.
  counts.set('Timeout', (counts.get('Timeout') ?? 0) - ownTimers());
  return counts;
}

/** Of what `counts` names there is more now than before. An immediate comes by itself. */
export function hasMoreWork(now: ActiveWork, before: ActiveWork, counts: (name: string) => boolean): boolean {
  for (const [name, count] of now) if (name !== 'Immediate' && counts(name) && count > (before.get(name) ?? 0)) return true;
  return false;
}

/** Files, names of hosts: work that comes to an end by itself. */
export function isRequest(name: string): boolean {
  return name.includes('Req');
}

/** A worker is seen by its port. */
export function isProcess(name: string): boolean {
  return name.startsWith('Process') || name === 'MessagePort';
}
