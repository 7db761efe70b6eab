// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that would do harm inside a template are the point.
import { checkPaths } from '../../packages/export/dist/check-paths.js';
import { hostileStrings } from '../../packages/export/dist/hostile-strings.js';

/** What closes a string, a comment or a line in some language, or is read otherwise than it looks. */
const pieces = [
  ...hostileStrings,
  ...[
    '"',
    "'",
    '`',
    '"""',
    "'''",
    '\\',
    '\\\\',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\0',
    '\f',
    '\v',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\u00ad',
  ],
  ...['\ud800', '\udfff', '\ud83d\ude00', '\u{e0001}', '\u{1d173}', '\u202e', '\u200b', '\u{10ffff}'],
  ...[
    '# coding: utf-7',
    '# -*- coding: latin-1 -*-',
    '# vim: set fileencoding=rot13 :',
    '\\N{BULLET}',
    '\\x41',
    '\\u0041',
    '\\U00000041',
    '\\101',
    '{0}',
    '{x!r}',
  ],
  ...[
    '${x}',
    '*/',
    '/*',
    '//',
    '#',
    '<!--',
    '-->',
    '</script>',
    '@jest-environment jsdom',
    '@vitest-environment jsdom',
    '# SKIP',
    '# TODO',
    "__import__('os')",
  ],
  ...['a', 'refund', ' ', '.', '-', '0', 'é', '漢'],
];

/**
 * Requests whose every text is out to break the file that is rendered, the same for the same seed.
 *
 * @param {{ seed: number, count: number }} options
 * @returns {Generator<import('@stepfork/export').ExportRequest>}
 */
export function* hostileRequests({ seed, count }) {
  const random = generator(seed);
  const below = (limit) => Math.floor(random() * limit);
  const oneOf = (list) => list[below(list.length)];
  const text = () =>
    Array.from({ length: 1 + below(6) }, () => (below(4) === 0 ? String.fromCharCode(below(65_536)) : oneOf(pieces))).join('');
  const keyed = (value) => Object.fromEntries([[text(), value]]);
  const until = (isGood) => {
    for (;;) {
      const found = text();
      if (isGood(found)) return found;
    }
  };
  for (let made = 0; made < count; made += 1) {
    const name = until(isFileName);
    const file = `./${text()}`;
    yield {
      title: text(),
      name,
      agent: { specifier: file, file, export: oneOf(['runAgent', 'default', 'test', 'await', until((one) => one.isWellFormed())]) },
      needs: { http: below(2) === 0, tools: below(2) === 0, environment: below(2) === 0 ? {} : { [text()]: text() } },
      trace: `${name}.sftrace.jsonl`,
      switches: [],
      command: below(4) === 0 ? null : text(),
      claim: { returns: keyed([text(), keyed(text())]), calls: [{ tool: text(), with: keyed(text()) }] },
      policies: { tools: { [text()]: 'sink' } },
      answers: { [text()]: { value: text() } },
      stable: [text()],
      ignore: { [text()]: [text()] },
    };
  }
}

function isFileName(text) {
  if (text.includes('/')) return false;
  try {
    checkPaths([text, `test_${text}.py`]);
    return true;
  } catch {
    return false;
  }
}

/** Mulberry32. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
