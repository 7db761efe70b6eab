import type { SeenProcess } from '../exchange/read-processes.ts';
import type { OtherProcess } from './merge-traces.ts';

/** What of another process belongs to the run of a program. */
export type FoundPart = Pick<OtherProcess, 'trace' | 'name' | 'afterMs'> & { readonly one: SeenProcess };

/** The other processes of a program with the calls in which they were started. */
export function withStarters<T extends FoundPart>(program: SeenProcess, parts: readonly T[]): readonly (T & OtherProcess)[] {
  const sources = new Map([program, ...parts.map(({ one }) => one)].map(({ start }, source) => [start.name.path, source]));
  return parts.map((part) => {
    const { path, inside } = part.one.start.name;
    const source = sources.get(path.split('.').slice(0, -1).join('.'));
    return { ...part, inside: inside === null || source === undefined ? null : { source, step: inside } };
  });
}
