import type { SourceRange } from './source/source-mutator.ts';

/** A place that a test can be pinned to. `pointer` is a JSON Pointer; steps are those of the replay of the right code. */
export type Place =
  | { readonly kind: 'output'; readonly pointer: string }
  | { readonly kind: 'error'; readonly pointer: '/name' | '/message' | '/code' }
  | { readonly kind: 'argument'; readonly tool: string; readonly step: number; readonly pointer: string }
  /** That the call is made, and how often. */
  | { readonly kind: 'call'; readonly tool: string; readonly step: number }
  | { readonly kind: 'claim'; readonly pointer: string }
  | { readonly kind: 'answer'; readonly name: string; readonly step: number; readonly pointer: string }
  | { readonly kind: 'run' }
  /** In the source of the agent. */
  | SourcePlace;

/** `path` is that of a module, relative to its package. */
export interface SourcePlace extends SourceRange {
  readonly kind: 'source';
  readonly path: string;
  /** What stands there instead. */
  readonly replacement: string;
  /** A part of the correction was taken back. */
  readonly isPart: boolean;
}

/** A place in words: `output /priority`, `issue_refund /amount_cents (step 3)`. */
export function placeText(place: Place): string {
  switch (place.kind) {
    case 'output':
      return place.pointer === '' ? 'output' : `output ${place.pointer}`;
    case 'error':
      return `error ${place.pointer}`;
    case 'argument':
      return `${place.tool} ${place.pointer === '' ? 'input' : place.pointer} (step ${place.step})`;
    case 'call':
      return `${place.tool} is called (step ${place.step})`;
    case 'claim':
      return `claim ${place.pointer}`;
    case 'answer':
      return `answer of ${place.name} ${place.pointer} (step ${place.step})`;
    case 'run':
      return 'run';
    case 'source':
      return `${place.path}:${place.start.line}:${place.start.column}`;
  }
}
