export type { Place } from './search/json-parts.ts';
export type { Outcome } from './search/outcome.ts';
export { type Reduced, type ReduceOptions, reduce } from './search/reduce.ts';
export { type ReducedJson, type ReduceJsonOptions, reduceJson } from './search/reduce-json.ts';
export type { SearchCounts, SearchOptions, SearchProgress, SearchReport } from './search/run-search.ts';
