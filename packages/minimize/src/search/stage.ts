/**
 * What a search is asked for: to look for what can go; to prove of what is there that nothing can, taking out what still can; or both, in turn,
 * until nothing goes. Who makes several searches one after the other proves once, at the end.
 */
export type Stage = 'search' | 'proof' | 'both';
