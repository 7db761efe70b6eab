export { sourceMutator } from './source-mutator.ts';
