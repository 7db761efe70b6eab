import type { Chunk, Json, JsonObject, Outcome, Trace } from '@stepfork/trace';
import { idDialects } from './dialects/id-dialects.ts';
import { idsOfAnswer } from './ids-of-answer.ts';
import { isResponseHead } from './is-response-head.ts';
import { isWireRequest } from './is-wire-request.ts';
import { madeId } from './made-id.ts';
import { sdkMetadata } from './sdk-metadata.ts';

/** What can be an id of a provider where any text could stand. Shorter words may be there for other reasons. */
export const longWord: RegExp = /[\w-]{8,}/g;
/** Keys of ids in an answer. */
export const idKeys: RegExp =
  /^(?:id|call_id|item_id|itemId|response_id|responseId|tool_call_id|tool_use_id|toolCallId|x-request-id|request-id)$/;
/** What the model wrote, or the agent. */
export const said: RegExp = /^(?:input|args|arguments|metadata|tools)$/;

/**
 * The ids that answers of a run minted, and what is shown in their place: `‹step 3: /1/json/choices/0/message/tool_calls/0/id›`.
 *
 * Two ids have two labels. An id that stood in a request before is the agent's own, or somebody's whom we do not see: an answer only repeats it.
 */
export function mintedLabels({ steps }: Trace): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const asked = createAskedTexts();
  for (const { index, call, outcome } of steps) {
    asked.add(call.input);
    visitMinted(call.kind === 'model', call.input, outcome, (id, place) => {
      if (!asked.has(id) && !labels.has(id)) labels.set(id, `‹step ${index}: ${place}›`);
    });
  }
  return labels;
}

type Visit = (id: string, place: string) => void;

function visitMinted(isOfModel: boolean, input: Json, outcome: Outcome, visit: Visit): void {
  const parts = wireParts(outcome);
  if (parts !== null) {
    // Others than models answer with the ids that the agent works with.
    const drawn = isOfModel ? parts : parts.slice(0, 1);
    for (const [at, { value }] of drawn.entries()) visitIds(value, `/${at}`, visit);
    const made = isOfModel || !isWireRequest(input) ? null : madeId(input, parts);
    if (made !== null) visit(made.id, made.place);
  } else if (isOfModel) {
    for (const dialect of idDialects) for (const { id, place } of idsOfAnswer(outcome, dialect)) visit(id, place);
    for (const { at, metadata } of sdkMetadata(outcome)?.places ?? []) visitIds(metadata, at, visit);
  }
}

/** The parts of an answer over HTTP; `null`: it is none. */
export function wireParts(outcome: Outcome): readonly Chunk[] | null {
  return outcome.kind === 'streamed' && isResponseHead(outcome.chunks[0]?.value) ? outcome.chunks : null;
}

function visitIds(json: Json, path: string, visit: Visit): void {
  if (typeof json !== 'object' || json === null) return;
  for (const [key, part] of Object.entries(json) as [string, Json][]) {
    if (typeof part === 'string') {
      if (idKeys.test(key) && part !== '') visit(part, `${path}/${key}`);
    } else if (!said.test(key)) visitIds(part, `${path}/${key}`, visit);
  }
}

/** All that was asked with so far: whole texts, and long words in them. A history is sent again and again, so no text is looked through twice. */
function createAskedTexts(): { add(json: Json): void; has(id: string): boolean } {
  const texts = new Set<string>();
  const words = new Set<string>();
  return {
    add(json) {
      if (typeof json === 'string') {
        if (texts.has(json)) return;
        texts.add(json);
        for (const [word] of json.matchAll(longWord)) words.add(word);
      } else if (typeof json === 'object' && json !== null) {
        for (const part of Object.values(json as JsonObject)) this.add(part);
      }
    },
    has: (id) => texts.has(id) || words.has(id),
  };
}
