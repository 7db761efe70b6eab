import type { Json, Outcome, Step } from '@stepfork/trace';
import { isHttpRequest } from '../messages/is-http-request.ts';
import { type MadeId, madeIds } from './made-ids.ts';
import { mapKeptIds } from './map-kept-ids.ts';
import { wireParts } from './minted-labels.ts';

/**
 * The ids of what live requests of one run had a server make (files, conversations, threads), each with that of the recorded one in whose place it
 * stands; `null`: none. As with the ids in answers of models, what could mean two things means none.
 */
export interface KeptIds {
  readonly recordedById: ReadonlyMap<string, string | null>;
  /** A body answered the question of this recorded step; `null`: of none. Gives what it made. */
  made(request: Json, outcome: Outcome, standsFor: Step | null): readonly (readonly [string, string | null])[];
  take(id: string, recorded: string | null): void;
  /** The request as it is compared: with recorded ids in the place of live ones, each told by both. */
  compare(request: Json, onReplaced: (recorded: string, id: string) => void): Json;
}

export function createKeptIds(steps: readonly Step[]): KeptIds {
  const recordedById = new Map<string, string | null>();
  let makers: ReadonlyMap<string, number> | null = null;

  return { recordedById, made, take, compare };

  function made(request: Json, outcome: Outcome, standsFor: Step | null): readonly (readonly [string, string | null])[] {
    const before = standsFor === null ? [] : idsMadeBy(standsFor.call.input, standsFor.outcome);
    return idsMadeBy(request, outcome).map(({ id, place }) => {
      const recorded = before.find((one) => one.place === place)?.id ?? null;
      const equal = recorded !== null && isClear(id, recorded) ? recorded : null;
      take(id, equal);
      return [id, equal];
    });
  }

  function take(id: string, recorded: string | null): void {
    const before = recordedById.get(id);
    recordedById.set(id, before === undefined || before === recorded ? recorded : null);
  }

  function isClear(id: string, recorded: string): boolean {
    if (!isUnmistakable(id) || !isUnmistakable(recorded)) return false;
    makers ??= countMakers(steps);
    const isTaken = [...recordedById].some(([other, equal]) => equal === recorded && other !== id);
    return !isTaken && makers.get(recorded) === 1 && (id === recorded || !makers.has(id));
  }

  function compare(request: Json, onReplaced: (recorded: string, id: string) => void): Json {
    if (recordedById.size === 0) return request;
    const asked = new Set<string>();
    mapKeptIds(request, (id) => {
      asked.add(id);
      return id;
    });
    return mapKeptIds(request, (id) => {
      const recorded = recordedById.get(id) ?? id;
      // Two ids that would become one: whoever mixed them up would look right.
      if (recorded === id || asked.has(recorded)) return id;
      onReplaced(recorded, id);
      return recorded;
    });
  }
}

/** Order 12 is not product 12: a short word or a number names one thing only where it stands. */
function isUnmistakable(id: string): boolean {
  return id.length >= 8 && /[a-z]/i.test(id);
}

/** How many steps of a recording made what has this id. */
function countMakers(steps: readonly Step[]): ReadonlyMap<string, number> {
  const makers = new Map<string, number>();
  for (const { call, outcome } of steps) {
    if (call.kind === 'model') continue;
    for (const { id } of idsMadeBy(call.input, outcome)) makers.set(id, (makers.get(id) ?? 0) + 1);
  }
  return makers;
}

function idsMadeBy(request: Json, outcome: Outcome): readonly MadeId[] {
  if (!isHttpRequest(request)) return [];
  const parts = wireParts(outcome);
  return parts === null ? [] : madeIds(request, parts);
}
