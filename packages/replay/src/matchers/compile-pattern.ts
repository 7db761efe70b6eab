import { RE2JS, RE2JSSyntaxException } from 're2js';

/** Longer ones are no statement that a person reviews. */
const longestPattern = 1000;

const flagBits: Readonly<Record<string, number>> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL, u: 0 };

/**
 * A regular expression as a test of texts that takes time in proportion to their length, whatever the pattern: claims come in files from
 * others, and the engine of the runtime can take years over a text of thirty characters. RE2 does the work.
 *
 * The syntax is what JavaScript (with the flag `u`) and RE2 have in common: no lookaround, no backreferences. The flags are i, m and s.
 *
 * @throws SyntaxError for what one of the two cannot read.
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export function compilePattern(source: string, flags = ''): (text: string) => boolean {
  if (source.length > longestPattern) throw new SyntaxError(`the pattern is longer than ${longestPattern} characters`);
  const unknown = [...flags].filter((flag, at) => !(flag in flagBits) || flags.indexOf(flag) !== at);
  if (unknown.length > 0) throw new SyntaxError(`the flags "${unknown.join('')}" are unknown or given twice; there are i, m and s`);
  // Read by the runtime too, which runs nothing here: what only RE2 takes would mean something else to a reader of JavaScript.
  new RegExp(source, flags.includes('u') ? flags : `${flags}u`);
  // These two RE2 reads as something else instead of refusing them.
  if (/(?:^|[^\\])(?:\\\\)*\\k</.test(source))
    throw new SyntaxError('the pattern has backreferences, which cannot be matched in linear time');
  if (/\\u[dD][89a-fA-F]/.test(source))
    throw new SyntaxError('the pattern has half of a surrogate pair: write \\u{1F600}, or the character');
  const compiled = compile(
    source,
    [...flags].reduce((bits, flag) => bits | (flagBits[flag] ?? 0), 0),
  );
  return (text) => compiled.test(text);
}

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), flags);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw new SyntaxError(`the pattern cannot be matched in linear time: ${error.message}`);
    throw error;
  }
}
