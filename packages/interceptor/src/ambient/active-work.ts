import { activeResources, ownTimers } from '../ambient-defaults.ts';

/** What keeps this process busy, by the names that Node gives it, and how much of each there is. */
export type ActiveWork = ReadonlyMap<string, number>;

/** What was counted last. A clock asks before each thing that comes, and mostly nothing has changed. */
let last: { readonly names: readonly string[]; readonly own: number; readonly work: ActiveWork } | null = null;

export function activeWork(): ActiveWork {
  const names = activeResources();
  const own = ownTimers();
  if (last === null || last.own !== own || !areSame(last.names, names)) last = { names, own, work: counted(names, own) };
  return last.work;
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}

function counted(names: readonly string[], own: number): ActiveWork {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  // Ours, of any run in this process, wake no agent.
  counts.set('Timeout', (counts.get('Timeout') ?? 0) - own);
  return counts;
}

/** Of what `counts` names there is more now than before. An immediate comes by itself. */
export function hasMoreWork(now: ActiveWork, before: ActiveWork, counts: (name: string) => boolean): boolean {
  if (now === before) return false;
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
