/** Where a body comes from, piece by piece. Whoever observes it is told the parts in a piece before anything else that the agent does. */
export interface BodySource<Piece = Uint8Array> {
  /** `null`: no more come. */
  read(): Promise<Piece | null>;
  /** Nobody wants the rest. */
  leave(reason: unknown): Promise<void>;
}
