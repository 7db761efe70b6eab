import type { Json, JsonObject, Outcome, Step } from '@stepfork/trace';
import type { IdDialect } from '../dialects/id-dialect.ts';
import { idDialects } from '../dialects/id-dialects.ts';
import { isTag } from '../matchers/is-tag.ts';
import { messageRequest } from '../messages/message-request.ts';
import { idsOfAnswer } from './ids-of-answer.ts';
import { createKeptIds } from './kept-ids.ts';
import { mapIds } from './map-ids.ts';
import { recordedIds } from './recorded-ids.ts';

/** A request as it is compared with the recording. */
export interface ComparedRequest {
  readonly request: Json;
  /** What the agent wrote where another id was put, by that. */
  readonly written: ReadonlyMap<string, string>;
}

/**
 * The ids that live answers of one run minted.
 *
 * In a request each is replaced by the id that the recorded answer minted for which the live one stands, at the same place of it and for the
 * same call. So inputs are compared as ever, and a run without live answers compares every id as it is written. Where an id
 * could mean two calls it stays as it is, which equals nothing recorded.
 */
export interface MintedIds {
  /** @param ofModel it asks a model; a plain request names only what is kept */
  compare(request: Json, ofModel: boolean): ComparedRequest;
  /** A body is given this request. */
  asks(request: Json): void;
  /** A body of a model gave this answer. `standsFor`: the recorded step of the same question; `null`: there is none, and its ids equal no others. */
  answered(outcome: Outcome, standsFor: Step | null): readonly MintedId[];
  /** The same of a plain request: what it had a server make. */
  made(request: Json, outcome: Outcome, standsFor: Step | null): readonly MintedId[];
  /** Another process of the run was given these. */
  learn(ids: readonly MintedId[]): void;
  /** So many ids were taken for recorded ones that are written otherwise. */
  count(): number;
}

/** An id that a live answer minted. */
export interface MintedId {
  readonly id: string;
  /** Of which API, by its place in the table; `kept`: of a thing that a server keeps. */
  readonly dialect: number | 'kept';
  /** The recorded id for which it stands; `null`: none. */
  readonly equals: string | null;
}

interface DialectIds {
  readonly dialect: IdDialect;
  /** The recorded id that a live one is equal to; `null`: none. */
  readonly equals: Map<string, string | null>;
  /** Ids that stood in a request to a body: the recording need not know them. */
  readonly asked: Set<string>;
}

const nothing: ReadonlyMap<string, string> = new Map();

export function createMintedIds(steps: readonly Step[]): MintedIds {
  // Most replays have no live answer.
  let dialects: readonly DialectIds[] | null = null;
  const all = (): readonly DialectIds[] => {
    dialects ??= idDialects.map((dialect) => ({ dialect, equals: new Map(), asked: new Set() }));
    return dialects;
  };
  const kept = createKeptIds(steps);
  const replaced = new Set<string>();

  return {
    compare(request, ofModel) {
      const named = new Map<string, string>();
      let compared = kept.compare(request, (recorded, id) => {
        named.set(recorded, id);
        replaced.add(id);
      });
      let written: ReadonlyMap<string, string> = named.size === 0 ? nothing : named;
      for (const ids of ofModel ? (dialects ?? []) : []) {
        if (ids.equals.size === 0) continue;
        const instead = replacements(ids, compared);
        if (instead.size === 0) continue;
        compared = mapIds(compared, ids.dialect, (id) => instead.get(id) ?? id);
        written = new Map([...written, ...[...instead].map(([id, other]) => [other, id] as const)]);
      }
      return { request: compared, written };
    },
    asks(request) {
      for (const { dialect, asked } of all()) visitIds(request, dialect, (id) => asked.add(id));
    },
    answered(outcome, standsFor) {
      const told: MintedId[] = [];
      for (const [dialect, ids] of all().entries()) {
        const minted = idsOfAnswer(outcome, ids.dialect);
        if (minted.length === 0) continue;
        const recorded = standsFor === null ? [] : idsOfAnswer(standsFor.outcome, ids.dialect);
        for (const { id, place, content } of minted) {
          const twin = content === null ? undefined : recorded.find((one) => one.place === place && one.content === content);
          const equals = twin === undefined ? null : meant(ids, id, twin.id);
          take(ids, id, equals);
          told.push({ id, dialect, equals });
        }
      }
      return told;
    },
    made(request, outcome, standsFor) {
      return kept.made(request, outcome, standsFor).map(([id, equals]) => ({ id, dialect: 'kept', equals }));
    },
    learn(told) {
      for (const { id, dialect, equals } of told) {
        if (dialect === 'kept') {
          kept.take(id, equals);
          continue;
        }
        const ids = all()[dialect];
        if (ids !== undefined) take(ids, id, equals);
      }
    },
    count: () => replaced.size,
  };

  /** What two answers minted is nobody's. */
  function take({ equals }: DialectIds, id: string, equal: string | null): void {
    const before = equals.get(id);
    equals.set(id, before === undefined || before === equal ? equal : null);
  }

  /** The recorded id, if neither of the two can mean anything else. */
  function meant({ dialect, equals, asked }: DialectIds, id: string, recorded: string): string | null {
    const known = recordedIds(steps, dialect);
    const isTaken = [...equals].some(([other, equal]) => equal === recorded && other !== id);
    if (isTaken || !known.isMintedOnce(recorded)) return null;
    return id === recorded || (!known.has(id) && !asked.has(id)) ? recorded : null;
  }

  function replacements({ dialect, equals }: DialectIds, request: Json): ReadonlyMap<string, string> {
    const written = new Set<string>();
    visitIds(request, dialect, (id) => written.add(id));
    const isUnclear = (id: string): boolean => isHistoryElsewhere(request) && recordedIds(steps, dialect).has(id);
    const instead = new Map<string, string>();
    for (const id of written) {
      const equal = equals.get(id);
      // Two ids that would become one: whoever mixed them up would look right.
      const isClear = typeof equal === 'string' && (equal === id || !written.has(equal));
      if (isClear && equal !== id) {
        instead.set(id, equal);
        replaced.add(id);
      }
      // What the whole prompt says is the question, whoever said it. Without the history the id is all that tells two calls apart.
      if (!isClear && equal !== undefined && isUnclear(id)) instead.set(id, `${id}\u0000of another answer`);
    }
    return instead;
  }
}

function visitIds(request: Json, dialect: IdDialect, visit: (id: string) => void): void {
  mapIds(request, dialect, (id) => {
    visit(id);
    return id;
  });
}

/** The provider keeps what was said before. */
function isHistoryElsewhere(input: Json): boolean {
  const request = messageRequest(input);
  if (request === null || typeof request !== 'object' || Array.isArray(request)) return false;
  const { previous_response_id: previous = null, conversation = null, thread = null } = request as JsonObject;
  const isGiven = (value: Json): boolean => value !== null && !isTag(value, 'undefined');
  return isGiven(previous) || isGiven(conversation) || isGiven(thread);
}
