import { rememberingRedactor } from '@stepfork/interceptor';
import { childPointer, type Json, type Redactor, type Trace } from '@stepfork/trace';
import { keylessRedactor } from './keyless-redactor.ts';
import { knownTexts } from './known-texts.ts';

/** Redacts what a replayed agent asks and returns as the recording was redacted. */
export interface ReplayRedactor {
  /** `null`: the recording was made without redaction. */
  readonly redactor: Redactor | null;
  /** Where the input holds a secret of which nobody can know whether it was recorded: the key that made the pseudonyms is not at hand. */
  unknownSecretIn(input: Json): string | null;
}

/** `given` is the project's own redactor, where its key is at hand. Pseudonyms pass through either way. */
export function replayRedactor(recording: Trace, given: Redactor | undefined): ReplayRedactor {
  const { redaction } = recording.run;
  if (redaction === null) return { redactor: null, unknownSecretIn: () => null };
  if (given !== undefined && given.keyId === redaction.keyId)
    return { redactor: searchingNewTexts(given, recording), unknownSecretIn: () => null };
  const inner = given ?? keylessRedactor();
  const made = new Set<string>();
  const noted = (before: string, after: string): string => {
    if (after !== before) made.add(after);
    return after;
  };
  const noting: Redactor = {
    keyId: inner.keyId,
    rules: inner.rules,
    text: (text) => noted(text, inner.text(text)),
    field: (key, text) => noted(text, inner.field(key, text)),
  };
  return {
    redactor: searchingNewTexts(noting, recording),
    unknownSecretIn: (input) => (made.size === 0 ? null : placeOf(made, input, '')),
  };
}

/** What was recorded has been redacted, and is not searched again. It is looked through for the first text: mostly what is asked is known before. */
function searchingNewTexts(redactor: Redactor, recording: Trace): Redactor {
  return rememberingRedactor(redactor, (key, text) => knownTexts(recording).get(key)?.has(text) === true);
}

function placeOf(texts: ReadonlySet<string>, value: Json, path: string): string | null {
  if (typeof value === 'string') return texts.has(value) ? path : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, part] of Object.entries(value)) {
    const place = placeOf(texts, part, childPointer(path, key));
    if (place !== null) return place;
  }
  return null;
}
