/**
 * Which mutants both have killed. A replay that asks what was not recorded is red under any runner of tests, which cannot tell it from a violated
 * claim: those are counted apart, each by the outcome that it has here.
 */
export function compareKills(theirs, ours) {
  const byPlace = new Map(theirs.map((one) => [keyOfTheirs(one), one]));
  const both = [];
  const unanswered = [];
  const differing = [];
  for (const mutant of ours) {
    const key = keyOfOurs(mutant);
    const found = byPlace.get(key);
    byPlace.delete(key);
    const [isTheirs, isOurs] = [found?.status === 'Killed', mutant.outcome.kind === 'killed'];
    if (isTheirs && isOurs) both.push(key);
    else if (isTheirs && mutant.outcome.kind === 'not-executable') unanswered.push(key);
    else if (found === undefined || isTheirs !== isOurs)
      differing.push(`${key}: ${found?.status ?? 'unknown'} there, ${mutant.outcome.kind} here`);
  }
  differing.push(...[...byPlace.keys()].map((key) => `${key}: unknown here`));
  return { both: both.length, unanswered, differing, isSame: differing.length === 0 };
}

function keyOfTheirs({ location: { start, end }, mutatorName, replacement }) {
  return `${start.line}:${start.column}-${end.line}:${end.column} ${mutatorName} ${replacement}`;
}

function keyOfOurs({ place: { start, end, replacement }, mutator }) {
  return `${start.line}:${start.column}-${end.line}:${end.column} ${mutator} ${replacement}`;
}
