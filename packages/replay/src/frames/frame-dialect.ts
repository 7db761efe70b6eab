import type { Json, JsonObject } from '@stepfork/trace';

/**
 * An answer that was not streamed as the parts of a stream of one API, as that API would have sent them: each text and each list of arguments in one piece.
 * What the answer leaves out (ids, model, counts of tokens) is that of the recorded stream; an item or a call that has no id is numbered. `null`: the
 * stream or the answer is none of this API.
 */
export type FrameDialect = (recorded: readonly JsonObject[], answer: JsonObject, ended: Json | undefined) => readonly JsonObject[] | null;
