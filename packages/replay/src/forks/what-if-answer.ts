import type { Given } from '../answers/ruling.ts';

/** The answer that is put in the place of a recorded step's. */
export interface WhatIf {
  readonly step: number;
  readonly given: Given;
}
