import type { Json } from '@stepfork/trace';

/** A tool that a model asked for in its answer. */
export interface AskedCall {
  /** `null`: the API gives none. */
  readonly id: string | null;
  readonly name: string;
  readonly input: Json;
}
