/** Makes an event of version N+1 out of one of version N. One is made per segment, so that it may remember what came before. */
export type Rung = () => (event: unknown) => unknown;

/**
 * From version 1 to 2, from 2 to 3 …: `rungs[N - 1]` reads version N.
 *
 * To change the format: raise FORMAT_VERSION, change `event-shape.ts`, add here the function that makes the new events out of the old ones,
 * keep the files of the old version in `conformance/`. A rung never changes once it is released.
 */
const rungs: readonly Rung[] = [];

/** What turns the events of a segment of this version into events of the newest one. */
export function upgradeFrom(version: number, ladder: readonly Rung[] = rungs): (event: unknown) => unknown {
  const steps = ladder.slice(version - 1).map((rung) => rung());
  return (event) => steps.reduce((upgraded, step) => step(upgraded), event);
}
