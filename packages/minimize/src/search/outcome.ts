/** What a candidate did: it still shows the failure, it does something else, or it could not be executed. */
export type Outcome = 'same' | 'other' | 'unresolved';
