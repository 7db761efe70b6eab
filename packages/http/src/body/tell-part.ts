import type { PartObserver } from '@stepfork/interceptor';
import { isLastPart } from './is-last-part.ts';

/** Is told the parts of a body. */
export type TellPart<Part> = (part: Part) => void;

/** Tells an observer a part, by `chunk` or `recorded`, and the end of the answer where a model says so. */
export function tellPart<Part>(observer: PartObserver, how: TellPart<Part>, asksModel: boolean): TellPart<Part> {
  return (part) => {
    how(part);
    if (asksModel && isLastPart(part)) observer.end('done');
  };
}
