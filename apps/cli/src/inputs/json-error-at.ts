/**
 * Where a text stops being JSON: offset of the first character that cannot stand there, the length of the text if it ends too early.
 * `JSON.parse` names the place in some of its messages only, and differently in each version of Node.
 */
export function jsonErrorAt(text: string): number | null {
  let at = 0;
  const space = (): void => {
    at += /^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0;
  };
  const take = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) throw new Stop(at);
    at += match[0].length;
  };
  const list = (close: string, item: () => void): void => {
    at += 1;
    space();
    if (text[at] === close) {
      at += 1;
      return;
    }
    for (;;) {
      item();
      space();
      const next = text[at];
      if (next !== ',' && next !== close) throw new Stop(at);
      at += 1;
      if (next === close) return;
      space();
    }
  };
  const value = (): void => {
    space();
    const first = text[at];
    if (first === '{') {
      list('}', () => {
        take(string);
        space();
        take(/:/y);
        value();
      });
    } else if (first === '[') list(']', value);
    else if (first === '"') take(string);
    else take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y);
  };
  try {
    value();
    space();
    return at === text.length ? null : at;
  } catch (stop) {
    if (stop instanceof Stop) return stop.at;
    throw stop;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in a string.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

class Stop {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}
