import type { PartObserver } from '@stepfork/interceptor';
import type { BodyPart } from './body-part.ts';
import { bodyParts } from './body-parts.ts';
import { isLastPart } from './is-last-part.ts';

/** Is given the bytes of a body and tells an observer their parts. */
export interface ToldParts {
  push(bytes: Uint8Array): void;
  /** No more bytes come. */
  end(): void;
}

export function tellParts(contentType: string | null, observer: PartObserver, asksModel: boolean): ToldParts {
  const parts = bodyParts(contentType);
  const tell = (all: readonly BodyPart[]): void => {
    for (const part of all) {
      observer.chunk(part);
      if (asksModel && isLastPart(part)) observer.end('done');
    }
  };
  return { push: (bytes) => tell(parts.push(bytes)), end: () => tell(parts.end()) };
}
