import { encodeValue, type Json, putStreamText, type Redactor, streamTexts } from '@stepfork/trace';
import { type LanePart, WatchedLane } from './watched-lane.ts';

/** A chunk on its way into the trace. */
export interface RedactedChunk {
  /** `null`: what follows may still make a secret of a part of it. */
  final(): Json | null;
  /** What can be written of it now. */
  draft(): Json;
  /** Waits no longer. */
  settle(): void;
}

/** Replaces no secret; but who a person is stays out of what is looked at here. */
const asItIs: Redactor = { keyId: '', rules: [], text: (text) => text, field: (_, text) => text };

/** So many texts of one stream are looked at together; no real stream has more. */
const mostLanes = 256;

/**
 * Redacts the chunks of one stream. A secret that is cut by the borders of chunks is found in the text that they make together, so a chunk may have
 * to wait for the next one.
 */
export class StreamRedaction {
  readonly #redactor: Redactor;
  readonly #lanes = new Map<string, WatchedLane>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Takes a snapshot of the next chunk. */
  add(value: unknown): RedactedChunk {
    const clean = encodeValue(value, this.#redactor);
    const watch = this.#redactor.watch?.bind(this.#redactor);
    const parts =
      watch === undefined
        ? []
        : streamTexts(encodeValue(value, asItIs)).flatMap((text) => {
            const lane = this.#lanes.get(text.of) ?? (this.#lanes.size < mostLanes ? new WatchedLane(this.#redactor, watch) : null);
            if (lane === null) return [];
            this.#lanes.set(text.of, lane);
            return [lane.add(text)];
          });
    let final: Json | null = null;
    return {
      final: () => {
        final ??= finished(clean, parts);
        return final;
      },
      draft: () => parts.reduce((chunk, part) => putStreamText(chunk, part.source, part.draft()), clean),
      settle: () => this.end(),
    };
  }

  /** No chunk follows. */
  end(): void {
    for (const lane of this.#lanes.values()) lane.end();
  }
}

function finished(clean: Json, parts: readonly LanePart[]): Json | null {
  let chunk = clean;
  for (const part of parts) {
    const text = part.final();
    if (text === null) return null;
    chunk = putStreamText(chunk, part.source, text);
  }
  return chunk;
}
