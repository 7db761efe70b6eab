import type { Divergence } from '../judging/divergence.ts';

/** What may be run for real while a fork is made. Data, so that another process can be told. */
export interface Demand {
  /** `[tool:|model:]name`, `*` for any name. */
  readonly live: readonly string[];
  /** Questions whose recorded stream is not enough: they are asked anew. */
  readonly cuts: readonly Pick<Divergence, 'kind' | 'name' | 'input'>[];
}
