import type { Redactor } from '@stepfork/trace';

/** Shorter texts are searched faster than they are found again. */
const shortestKept = 200;

const made = new WeakSet<Redactor>();

/**
 * The same redactor, which searches a long text once under each key: a conversation whose history is resent with every call would else be
 * searched whole each time. For one run; what it remembers is no more than what the run has in memory.
 *
 * @param isRedacted texts of which it is known that redaction leaves them alone under this key.
 */
export function rememberingRedactor(redactor: Redactor, isRedacted: (key: string, text: string) => boolean = () => false): Redactor {
  if (made.has(redactor)) return redactor;
  const texts = new Map<string, string>();
  const fields = new Map<string, Map<string, string>>();
  const watch = redactor.watch?.bind(redactor);
  const remembering: Redactor = {
    ...(watch && { watch }),
    keyId: redactor.keyId,
    rules: redactor.rules,
    text: (text) => remembered(texts, text, () => redactor.text(text)),
    field(key, text) {
      if (isRedacted(key, text)) return text;
      if (text.length < shortestKept) return redactor.field(key, text);
      const known = fields.get(key) ?? new Map<string, string>();
      fields.set(key, known);
      return remembered(known, text, () => redactor.field(key, text));
    },
  };
  made.add(remembering);
  return remembering;
}

function remembered(known: Map<string, string>, text: string, redact: () => string): string {
  if (text.length < shortestKept) return redact();
  const found = known.get(text);
  if (found !== undefined) return found;
  const redacted = redact();
  known.set(text, redacted);
  return redacted;
}
