import type { PolicyName } from '../test-case.ts';

/** All policies there are. */
export const policyNames: readonly PolicyName[] = ['frozen', 'live', 'sink'];
