// biome-ignore-all lint/suspicious/noTemplateCurlyInString: strings that would do harm inside a template are the point.

/** Strings that break out of careless code generators. Where one is run as code, it throws. */
export const hostileStrings: readonly string[] = [
  '`${(() => { throw new Error("escaped") })()}`',
  '${1}',
  "'); throw new Error('escaped'); ('",
  '"; throw new Error("escaped"); "',
  '"""\nraise Exception("escaped")\n"""',
  '*/ throw new Error("escaped") /*',
  '</script><script>throw new Error("escaped")</script>',
  '<!-- --> ]]>',
  'line\nfeed\rreturn\r\nboth',
  'separators \u2028 and \u2029',
  'high \ud800 low \udc00 swapped \udc00\ud800 pair \ud83d\ude00',
  '\\',
  "\\'",
  '\\u0041',
  '\0null \x07bell \x7fdelete \x85next line',
  'right \u202e to left \u2066 isolate \u200b zero \ufeff mark',
  '__proto__',
  'constructor',
  '//',
  '#!',
  '%s %d %',
  '$&',
  '$',
  'correct me',
];
