import { isPseudonym, type Redactor, type WatchedText } from '@stepfork/trace';
import { credentialVariables } from './credential-values.ts';

/** Which credentials of the environment a run uses. */
export interface UsedEnvironment {
  /** The same redactor; the variables whose values it replaces are used. */
  readonly redactor: Redactor;
  /** From now on they are told, first those that came before. */
  start(): void;
  reads(name: string): void;
  /** A variable has this value from now on. */
  sets(name: string, value: string | undefined): void;
}

/**
 * Tells each credential of the environment that a run reads, or that stands in one of its values: its name and its pseudonym, once. A value that
 * redaction leaves as it is never leaves this function.
 */
export function usedEnvironment(
  redactor: Redactor,
  env: Readonly<Record<string, string | undefined>>,
  tell: (name: string, pseudonym: string) => void,
  { grows = false }: { readonly grows?: boolean } = {},
): UsedEnvironment {
  const unused = new Map<string, string>();
  for (const [name, value] of Object.entries(credentialVariables(env))) add(unused, name, value);
  const early: string[] = [];
  const told = new Map(unused);
  let isStarted = false;

  function add(to: Map<string, string>, name: string, value: string): void {
    const pseudonym = redactor.field(name, value);
    if (pseudonym !== value && isPseudonym(pseudonym)) to.set(name, pseudonym);
  }

  function sets(name: string, value: string): void {
    if (told.has(name)) return;
    add(unused, name, value);
    add(told, name, value);
  }

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
      unused.size === 0 && !grows
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
    sets(name, value) {
      for (const [one, credential] of Object.entries(credentialVariables({ [name]: value }))) sets(one, credential);
    },
  };
}
