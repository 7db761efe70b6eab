/** A text, and how another of the same length is written with the escapes of this one. */
export interface Unescaped {
  readonly plain: string;
  readonly escaped: (plain: string) => string;
}

/**
 * A secret without the escapes of where it stood: `%2B` of an address, `\n` and `\"` of JSON, also of JSON within JSON. An agent takes them off
 * and puts them on, so a secret must be the same one with and without them.
 */
export function withoutEscapes(text: string): Unescaped {
  if (!/[%\\]/.test(text)) return { plain: text, escaped: (plain) => plain };
  const pieces = (text.match(piece) ?? []).map((written) => ({ written, plain: plainOf(written) }));
  const plain = pieces.map((one) => one.plain).join('');
  return {
    plain,
    escaped(other) {
      if (other.length !== plain.length) return other;
      let at = 0;
      return pieces
        .map((one) => {
          const part = other.slice(at, at + one.plain.length);
          at += one.plain.length;
          return part === one.plain ? one.written : part;
        })
        .join('');
    },
  };
}

const piece = /(?:%[89A-Fa-f][0-9A-Fa-f])+|%[0-9A-Fa-f]{2}|\\+(?:u[0-9A-Fa-f]{4}|[^\\])|[\s\S]/g;
const lineEnds: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function plainOf(written: string): string {
  if (written.startsWith('%')) return written.length === 1 ? written : decodePercent(written);
  if (!written.startsWith('\\') || written.length === 1) return written;
  const rest = written.replace(/^\\+/, '');
  if (rest.length > 1) return String.fromCharCode(Number.parseInt(rest.slice(1), 16));
  return lineEnds[rest] ?? (/["'/]/.test(rest) ? rest : `\\${rest}`);
}

/** As it is, where it is no UTF-8. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
