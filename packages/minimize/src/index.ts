export type { Place } from './search/json-parts.ts';
export type { Outcome } from './search/outcome.ts';
export { type Reduced, type ReduceOptions, reduce } from './search/reduce.ts';
export { type ReducedJson, type ReduceJsonOptions, reduceJson } from './search/reduce-json.ts';
export { type ReducedTree, type ReduceTreeOptions, reduceTree } from './search/reduce-tree.ts';
export type { SearchCounts, SearchOptions, SearchProgress, SearchReport } from './search/run-search.ts';
export type { NodeTree } from './search/search-tree.ts';
