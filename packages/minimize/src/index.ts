export type { Outcome } from './search/outcome.ts';
export { type Reduced, type ReduceOptions, type ReduceProgress, reduce } from './search/reduce.ts';
