const loneSurrogate = /\p{Surrogate}/u;

/** The text has no lone surrogate, so UTF-8 can carry it. */
export const isWellFormed: (text: string) => boolean =
  'isWellFormed' in String.prototype
    ? (text) => (text as string & { isWellFormed(): boolean }).isWellFormed()
    : (text) => !loneSurrogate.test(text);
