const loneSurrogate = /\p{Surrogate}/u;

/** The text has no lone surrogate, so UTF-8 can carry it. */
export const isWellFormed: (text: string) => boolean =
  'isWellFormed' in String.prototype
    ? (text) => (text as string & { isWellFormed(): boolean }).isWellFormed()
    : (text) => !loneSurrogate.test(text);

/** The text with U+FFFD in the place of each lone surrogate. */
export function toWellFormed(text: string): string {
  return isWellFormed(text) ? text : text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
