/** The text of a body that is cut at the ends of lines. */
export interface OpenText {
  /** All of it that was not taken yet; `null`: there is no end of a line in what is new, so there is nothing to cut. */
  push(bytes: Uint8Array): string | null;
  /** So much of it is left. */
  keep(rest: string): void;
  /** No more bytes come: all of it. */
  end(): string;
}

/** A line may be as long as a picture, so it is put together and looked through once, not with each of its pieces. */
export function openText(): OpenText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let pieces: string[] = [];
  const whole = (): string => {
    const text = pieces.join('');
    pieces = [text];
    return text;
  };
  return {
    push(bytes) {
      const text = decoder.decode(bytes, { stream: true });
      const mayEnd = /[\r\n]/.test(text) || pieces.at(-1)?.endsWith('\r') === true;
      pieces.push(text);
      return mayEnd ? whole() : null;
    },
    keep(rest) {
      pieces = [rest];
    },
    end() {
      pieces.push(decoder.decode());
      return whole();
    },
  };
}
