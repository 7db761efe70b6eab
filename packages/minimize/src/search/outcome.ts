/**
 * What a candidate did: it still shows the failure, it does something else, or it could not be executed; `ruled-out`: it may not be taken whatever
 * it does, so that nobody ran it.
 */
export type Outcome = 'same' | 'other' | 'unresolved' | 'ruled-out';
