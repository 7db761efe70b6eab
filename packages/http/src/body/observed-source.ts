import type { PartObserver } from '@stepfork/interceptor';
import { plainError } from '../response/plain-error.ts';
import type { BodySource } from './body-source.ts';

/** The same source; the observer learns how it ends. */
export function observedSource<Piece>(
  source: BodySource<Piece>,
  observer: Pick<PartObserver, 'end' | 'fail'>,
  signal: AbortSignal | null,
): BodySource<Piece> {
  return {
    async read() {
      try {
        const piece = await source.read();
        if (piece === null) observer.end('done');
        return piece;
      } catch (error) {
        if (signal?.aborted === true) observer.end('cancelled');
        else observer.fail(plainError(error));
        throw error;
      }
    },
    leave(reason) {
      const left = source.leave(reason);
      observer.end('cancelled');
      return left;
    },
  };
}
