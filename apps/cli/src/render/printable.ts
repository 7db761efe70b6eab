// A trace is data from a stranger: what would move the cursor, change colours or turn the reading direction is shown, not obeyed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of a trace as it may stand on a terminal. */
export function printable(text: string, options: { readonly keepLines?: boolean } = {}): string {
  return text.replace(unprintable, (one) =>
    options.keepLines === true && one === '\n' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
