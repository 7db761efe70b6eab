import { isPseudonym, type Redactor, type WatchedText } from '@stepfork/trace';
import { credentialVariables } from './credential-values.ts';

/** Which credentials of the environment a run uses. */
export interface UsedEnvironment {
  /** The same redactor; the variables whose values it replaces are used. */
  readonly redactor: Redactor;
  /** From now on they are told, first those that came before. */
  start(): void;
  reads(name: string): void;
}

/**
 * Tells each credential of the environment that a run reads, or that stands in one of its values: its name and its pseudonym, once. A value that
 * redaction leaves as it is never leaves this function.
 */
export function usedEnvironment(
  redactor: Redactor,
  env: Readonly<Record<string, string | undefined>>,
  tell: (name: string, pseudonym: string) => void,
): UsedEnvironment {
  const unused = new Map<string, string>();
  for (const [name, value] of Object.entries(credentialVariables(env))) {
    const pseudonym = redactor.field(name, value);
    if (pseudonym !== value && isPseudonym(pseudonym)) unused.set(name, pseudonym);
  }
  const early: string[] = [];
  const told = new Map(unused);
  let isStarted = false;

  function uses(name: string): void {
    if (!unused.delete(name)) return;
    if (isStarted) tell(name, told.get(name) ?? '');
    else early.push(name);
  }

  function noted(before: string, after: string): string {
    if (after === before || unused.size === 0) return after;
    for (const [name, pseudonym] of unused) {
      if (after.includes(pseudonym) || after.includes(encodeURIComponent(pseudonym))) uses(name);
    }
    return after;
  }

  function notedAll(watched: WatchedText): WatchedText {
    for (const { text } of watched.pseudonyms) noted('', text);
    return watched;
  }

  const watch = redactor.watch?.bind(redactor);
  return {
    redactor:
      unused.size === 0
        ? redactor
        : {
            keyId: redactor.keyId,
            rules: redactor.rules,
            text: (text) => noted(text, redactor.text(text)),
            field: (key, text) => noted(text, redactor.field(key, text)),
            ...(watch && { watch: (text) => notedAll(watch(text)) }),
          },
    start() {
      isStarted = true;
      for (const name of early.splice(0)) tell(name, told.get(name) ?? '');
    },
    reads: uses,
  };
}
