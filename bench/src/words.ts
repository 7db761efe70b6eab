const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ren',
  'tu',
  'sha',
  'vel',
  'do',
  'pri',
  'an',
  'ost',
  'ge',
  'un',
  'fir',
  'bel',
  'co',
  'ta',
  'ri',
  'mo',
  'nes',
];

/** A source of random words that gives the same words for the same seed (mulberry32). */
export function wordsFrom(seed: number): (length: number) => string {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  const word = (): string => Array.from({ length: 1 + Math.floor(random() * 4) }, pick).join('');
  /** Text of exactly `length` characters. */
  return (length) => {
    const parts: string[] = [];
    for (let size = 0; size < length; size += (parts.at(-1)?.length ?? 0) + 1) parts.push(word());
    return parts.join(' ').slice(0, length).padEnd(length, 'x');
  };
}
