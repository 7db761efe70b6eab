import type { Chunk, Json, JsonObject, Outcome, RunOutcome, Step, Trace } from '@stepfork/trace';
import { idDialects } from '../dialects/id-dialects.ts';
import { isResponseHead } from '../messages/is-response-head.ts';
import { sdkMetadata } from '../messages/sdk-metadata.ts';
import { drawnLabels } from './drawn-labels.ts';
import { mapIds } from './map-ids.ts';
import { mapTexts } from './map-texts.ts';
import { longWord, mintedLabels, said, wireParts } from './minted-labels.ts';

/**
 * The trace as it is shown beside another one: what is drawn anew in each run is replaced by where it was drawn. Ids that an answer minted become
 * `‹step 3: /1/json/choices/0/message/tool_calls/0/id›` where ids stand, and a long one wherever it stands as a value of its own; in what is asked and in
 * what the run ends with (a program: what it printed) also as a word in a text. So do UUIDs that the run draws itself. Times in answers of models over
 * HTTP and of the AI SDK, and of things that the run has made at a server (a thread, a file), become `‹time›`; the host of an HTTP answer and its rate
 * limits are left out, and pieces of a text are put together. What a model *says* is not touched, ids in the arguments of a tool call neither.
 *
 * For display only: no key, no verdict and no claim looks at it. A result that is given to the wrong tool call still differs.
 */
export function comparableTrace(trace: Trace): Trace {
  const { labels, kept } = mintedLabels(trace);
  const relabel = relabelling(labels, drawnLabels(trace));
  const { run, draws, endedAtMs, outcome } = trace;
  return {
    run,
    draws,
    endedAtMs,
    steps: trace.steps.map((step) => comparableStep(step, step.call.kind === 'model' || kept.has(step.index), relabel)),
    outcome: comparableOutcome(outcome, false, { ...relabel, answered: relabel.texts }) as RunOutcome,
  };
}

interface Relabelling {
  readonly asked: (input: Json) => Json;
  readonly answered: (value: Json) => Json;
  /** Whatever the text is part of. */
  readonly texts: (value: Json) => Json;
}

function relabelling(minted: ReadonlyMap<string, string>, drawn: (uuid: string) => string | null): Relabelling {
  const labelOf = (id: string): string => minted.get(id) ?? (id.length === lengthOfUuid ? drawn(id) : null) ?? id;
  // Some ids are made of others: `run-<UUID>-tool-call_1`.
  const labelOfWord = (word: string): string => {
    const label = labelOf(word);
    return label === word ? word.replace(uuid, labelOf).replace(/\w{8,}/g, labelOf) : label;
  };
  const value = (text: string, isId: boolean): string => (isId || text.length >= shortest ? labelOf(text) : text);
  const words = (text: string, isId: boolean): string => {
    const whole = value(text, isId);
    return whole === text ? text.replace(longWord, labelOfWord) : whole;
  };
  return {
    asked: (input) =>
      mapTexts(
        idDialects.reduce((json, dialect) => mapIds(json, dialect, labelOf), input),
        (text) => words(text, false),
      ),
    answered: (json) => mapTexts(json, value),
    texts: (json) => mapTexts(json, words),
  };
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const lengthOfUuid = 36;

/** A shorter text is an id only where ids stand. */
const shortest = 8;

const timeKeys =
  /^(?:created|(?:created|updated|started|in_progress|completed|failed|cancelled|expires|expired|last_active)_at|(?:total|load|eval|prompt_eval)_duration)$/;

/** @param isDrawn a provider answers, or a server with what this run has made there: with times of its own */
function comparableStep(step: Step, isDrawn: boolean, relabel: Relabelling): Step {
  const { call } = step;
  const { kind, name, effect } = call;
  const input = relabel.asked(call.input);
  return {
    ...step,
    call: { kind, name, effect, input },
    outcome: comparableOutcome(step.outcome, isDrawn, relabel),
  };
}

function comparableOutcome(outcome: Outcome, isDrawn: boolean, relabel: Relabelling): Outcome {
  const isWire = wireParts(outcome) !== null;
  const sdk = isDrawn && !isWire ? sdkMetadata(outcome) : null;
  const shown = (value: Json): Json => {
    if (sdk !== null) return relabel.answered(sdk.change(value, withoutSdkTimes));
    return (isResponseHead(value) ? relabel.texts : relabel.answered)(isDrawn && isWire ? withoutTimes(value) : value);
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
