import { type Chunk, isJsonObject, type Json, type JsonObject, type Outcome, type Trace } from '@stepfork/trace';
import { idDialects } from '../dialects/id-dialects.ts';
import { type HttpRequest, isHttpRequest } from '../messages/is-http-request.ts';
import { isResponseHead } from '../messages/is-response-head.ts';
import { sdkMetadata } from '../messages/sdk-metadata.ts';
import { idsOfAnswer } from './ids-of-answer.ts';
import { madeIds } from './made-ids.ts';

/** What can be an id of a provider where any text could stand. Shorter words may be there for other reasons. */
export const longWord: RegExp = /[\w-]{8,}/g;
/** Keys of ids in an answer. */
export const idKeys: RegExp =
  /^(?:id|call_id|item_id|itemId|response_id|responseId|tool_call_id|tool_use_id|toolCallId|x-request-id|request-id)$/;
/** What the model wrote, or the agent. */
export const said: RegExp = /^(?:input|args|arguments|metadata|tools)$/;

export interface Minted {
  /** What is shown in the place of an id: `‹step 3: /1/json/choices/0/message/tool_calls/0/id›`. */
  readonly labels: ReadonlyMap<string, string>;
  /** Steps of plain requests that answer with what this run has made at a server, or with what is found below that (`GET /v1/threads/t/messages`). */
  readonly kept: ReadonlySet<number>;
}

/**
 * The ids that answers of a run minted.
 *
 * Two ids have two labels. An id that stood in a request before is the agent's own, or somebody's whom we do not see: an answer only repeats it.
 */
export function mintedLabels({ steps }: Trace): Minted {
  const labels = new Map<string, string>();
  const kept = new Set<number>();
  const asked = createAskedTexts();
  for (const { index, call, outcome } of steps) {
    asked.add(call.input);
    const visit: Visit = (id, place) => {
      if (!asked.has(id) && !labels.has(id)) labels.set(id, `‹step ${index}: ${place}›`);
    };
    const parts = wireParts(outcome);
    if (call.kind === 'model') visitModel(parts, outcome, visit);
    else if (parts !== null && isHttpRequest(call.input) && visitPlain(call.input, parts, labels, visit)) kept.add(index);
  }
  return { labels, kept };
}

type Visit = (id: string, place: string) => void;

/** Others than models answer with the ids that the agent works with, but for what is of this run: then `true`. */
function visitPlain(input: HttpRequest, parts: readonly Chunk[], labels: ReadonlyMap<string, string>, visit: Visit): boolean {
  const [head, ...body] = parts.map(({ value }) => value);
  visitIds(head as Json, '/0', visit);
  const made = madeIds(input, parts);
  for (const { id, place } of made) visit(id, place);
  const [path = ''] = input.url.split('?');
  const isBelow = path.split('/').some((segment) => labels.has(segment));
  if (isBelow) for (const [at, value] of body.entries()) visitIds(value, `/${at + 1}`, visit, isNamed);
  return made.length > 0 || isBelow;
}

function visitModel(parts: readonly Chunk[] | null, outcome: Outcome, visit: Visit): void {
  if (parts !== null) {
    for (const [at, { value }] of parts.entries()) visitIds(value, `/${at}`, visit);
  } else {
    for (const dialect of idDialects) for (const { id, place } of idsOfAnswer(outcome, dialect)) visit(id, place);
    for (const { at, metadata } of sdkMetadata(outcome)?.places ?? []) visitIds(metadata, at, visit);
  }
}

/** The parts of an answer over HTTP; `null`: it is none. */
export function wireParts(outcome: Outcome): readonly Chunk[] | null {
  return outcome.kind === 'streamed' && isResponseHead(outcome.chunks[0]?.value) ? outcome.chunks : null;
}

/** @param holds whether the ids of this object count */
function visitIds(json: Json, path: string, visit: Visit, holds: (json: Json) => boolean = () => true): void {
  if (typeof json !== 'object' || json === null) return;
  const isHolder = holds(json);
  for (const [key, part] of Object.entries(json) as [string, Json][]) {
    if (typeof part === 'string') {
      if (isHolder && idKeys.test(key) && part !== '') visit(part, `${path}/${key}`);
    } else if (!said.test(key)) visitIds(part, `${path}/${key}`, visit, holds);
  }
}

/** A thing that says what it is, as those of OpenAI, Anthropic and Stripe do. */
function isNamed(json: Json): boolean {
  return isJsonObject(json) && (typeof json.object === 'string' || typeof json.type === 'string');
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
