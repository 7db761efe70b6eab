/** Where the bytes of a body come from. Whoever observes it has been told the parts that came before the bytes are handed on. */
export interface BodySource {
  /** `null`: no more come. */
  read(): Promise<Uint8Array | null>;
  /** Nobody wants the rest. */
  leave(reason: unknown): Promise<void>;
}
