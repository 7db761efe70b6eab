/** Where the bytes of a body come from. Whoever observes it is told the parts in them before anything else that the agent does. */
export interface BodySource {
  /** `null`: no more come. */
  read(): Promise<Uint8Array | null>;
  /** Nobody wants the rest. */
  leave(reason: unknown): Promise<void>;
}
