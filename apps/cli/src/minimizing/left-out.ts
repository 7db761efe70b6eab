import type { AskedMinimize } from './asked-minimize.ts';

/** A fork that is not in the smaller trace. */
export interface LeftOut {
  /** 1 for the first fork of the file. */
  readonly fork: number;
  readonly run: string;
}

/** The forks of what was made smaller: they were recorded after turns that have gone, so that nobody would ask what they answer. */
export function leftOutOf({ written, traces }: Pick<AskedMinimize, 'written' | 'traces'>): readonly LeftOut[] {
  return written === null ? [] : traces.forks.map(({ run }, at) => ({ fork: at + 1, run: run.id }));
}
