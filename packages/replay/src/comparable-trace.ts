import type { Chunk, Json, JsonObject, Outcome, RunOutcome, Step, Trace } from '@stepfork/trace';
import type { IdDialect } from './id-dialect.ts';
import { idDialects } from './id-dialects.ts';
import { idsOfAnswer } from './ids-of-answer.ts';
import { isResponseHead } from './is-response-head.ts';
import { mapIds } from './map-ids.ts';
import { sdkMetadata } from './sdk-metadata.ts';

/**
 * The trace as it is shown beside another one: what a provider draws anew for each answer is replaced by where it was drawn. Ids that an answer of
 * a model minted become `‹step 3: /1/json/choices/0/message/tool_calls/0/id›`, wherever they stand as a value of their own, and
 * in what the run ends with (a program: what it printed) also as a word in a text; times in answers of
 * models over HTTP and of the AI SDK become `‹time›`; the host of an HTTP answer and its rate limits are left out, and pieces of a text are put
 * together. What a model *says* is not touched, ids in the arguments of a tool call neither.
 *
 * For display only: no key, no verdict and no claim looks at it. A result that is given to the wrong tool call still differs.
 */
export function comparableTrace(trace: Trace): Trace {
  const labels = labelsOf(trace);
  const relabel = (json: Json): Json => mapTexts(json, (text) => labels.get(text) ?? text);
  const relabelWords = (json: Json): Json =>
    mapTexts(json, (text) => labels.get(text) ?? text.replace(longWord, (word) => labels.get(word) ?? word));
  const { run, draws, endedAtMs, outcome } = trace;
  return {
    run,
    draws,
    endedAtMs,
    steps: trace.steps.map((step) => comparableStep(step, relabel)),
    outcome: comparableOutcome(outcome, false, relabelWords) as RunOutcome,
  };
}

/** What can be an id of a provider, in what an agent says or a program prints. Shorter words may be there for other reasons. */
const longWord = /[\w-]{8,}/g;

/** Minted ids, and what is shown in their place. */
function labelsOf({ steps }: Trace): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const asked = new Set<string>();
  for (const { index, call, outcome } of steps) {
    const label = (id: string, place: string): void => {
      if (!asked.has(id) && !labels.has(id)) labels.set(id, `‹step ${index}: ${place}›`);
    };
    if (call.kind === 'model') for (const dialect of idDialects) visitDialect(call.input, dialect, (id) => asked.add(id));
    const parts = wireParts(outcome);
    if (parts === null) {
      if (call.kind === 'model')
        for (const dialect of idDialects) for (const { id, place } of idsOfAnswer(outcome, dialect)) label(id, place);
      if (call.kind === 'model') for (const { at, metadata } of sdkMetadata(outcome)?.places ?? []) visitIds(metadata, at, label);
    } else {
      // Others than models answer with the ids that the agent works with.
      const drawn = call.kind === 'model' ? parts : parts.slice(0, 1);
      for (const [at, { value }] of drawn.entries()) visitIds(value, `/${at}`, label);
    }
  }
  return labels;
}

function wireParts(outcome: Outcome): readonly Chunk[] | null {
  return outcome.kind === 'streamed' && isResponseHead(outcome.chunks[0]?.value) ? outcome.chunks : null;
}

function visitDialect(request: Json, dialect: IdDialect, visit: (id: string) => void): void {
  mapIds(request, dialect, (id) => {
    visit(id);
    return id;
  });
}

const idKeys = /^(?:id|call_id|item_id|response_id|responseId|tool_call_id|tool_use_id|x-request-id|request-id)$/;
/** What the model wrote, or the agent. */
const said = /^(?:input|args|arguments|metadata|tools)$/;
const timeKeys = /^(?:created|created_at|completed_at|(?:total|load|eval|prompt_eval)_duration)$/;

function visitIds(json: Json, path: string, visit: (id: string, at: string) => void): void {
  if (typeof json !== 'object' || json === null) return;
  for (const [key, part] of Object.entries(json) as [string, Json][]) {
    if (typeof part === 'string') {
      if (idKeys.test(key) && part !== '') visit(part, `${path}/${key}`);
    } else if (!said.test(key)) visitIds(part, `${path}/${key}`, visit);
  }
}

function comparableStep(step: Step, relabel: (json: Json) => Json): Step {
  const { call } = step;
  const { kind, name, effect } = call;
  const input = relabel(call.input);
  return {
    ...step,
    call: { kind, name, effect, input },
    outcome: comparableOutcome(step.outcome, kind === 'model', relabel),
  };
}

function comparableOutcome(outcome: Outcome, isOfModel: boolean, relabel: (json: Json) => Json): Outcome {
  const isWire = wireParts(outcome) !== null;
  const sdk = isOfModel && !isWire ? sdkMetadata(outcome) : null;
  const shown = (value: Json): Json => {
    if (sdk !== null) return relabel(sdk.change(value, withoutSdkTimes));
    return relabel(isOfModel && isWire ? withoutTimes(value) : value);
  };
  switch (outcome.kind) {
    case 'returned':
      return { ...outcome, value: shown(outcome.value) };
    case 'threw':
      return { ...outcome, error: shown(outcome.error) };
    case 'streamed': {
      const parts = wireParts(outcome);
      const chunks = parts === null ? outcome.chunks : joined(parts.map(withoutHost));
      return { ...outcome, chunks: chunks.map((chunk) => ({ atMs: chunk.atMs, endOrder: chunk.endOrder, value: shown(chunk.value) })) };
    }
    case 'interrupted':
      return outcome;
  }
}

/** Rate limits neither. */
function withoutHost({ value, atMs, endOrder }: Chunk): Chunk {
  if (!isResponseHead(value) || typeof value.url !== 'string') return { value, atMs, endOrder };
  const headers = withoutLimits(value.headers as JsonObject);
  const { unlisted: _unlisted, ...head } = value;
  return { value: { ...head, headers, url: value.url.replace(/^https?:\/\/[^/]+/, '') }, atMs, endOrder };
}

function withoutLimits(headers: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.includes('ratelimit')));
}

/** How a network cuts a text says nothing. */
function joined(chunks: readonly Chunk[]): readonly Chunk[] {
  const whole: Chunk[] = [];
  for (const chunk of chunks) {
    const [before, text] = [textOf(whole.at(-1)?.value), textOf(chunk.value)];
    if (before === null || text === null) whole.push(chunk);
    else whole.splice(-1, 1, { value: { text: before + text }, atMs: chunk.atMs, endOrder: chunk.endOrder });
  }
  return whole;
}

function textOf(part: Json | undefined): string | null {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return null;
  const { text, ...others } = part as JsonObject;
  return typeof text === 'string' && Object.keys(others).length === 0 ? text : null;
}

function withoutTimes(json: Json): Json {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(withoutTimes);
  const entries = Object.entries(json as JsonObject);
  return Object.fromEntries(
    entries.map(([key, part]) => [key, said.test(key) ? part : timeKeys.test(key) && isScalar(part) ? '‹time›' : withoutTimes(part)]),
  );
}

function withoutSdkTimes(metadata: JsonObject): Json {
  const { unlisted: _unlisted, ...said } = metadata;
  const { headers } = said;
  return withoutTimes({
    ...said,
    ...('timestamp' in said && { timestamp: '‹time›' }),
    ...(typeof headers === 'object' && headers !== null && { headers: withoutLimits(headers as JsonObject) }),
  });
}

function isScalar(json: Json): boolean {
  return typeof json === 'number' || typeof json === 'string';
}

function mapTexts(json: Json, change: (text: string) => string): Json {
  if (typeof json === 'string') return change(json);
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => mapTexts(item, change));
  return Object.fromEntries(Object.entries(json as JsonObject).map(([key, part]) => [key, mapTexts(part, change)]));
}
