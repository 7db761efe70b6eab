import type { JsonObject, Outcome } from '@stepfork/trace';

/** An item of an answer that holds ids: a tool call, mostly. */
export interface AnsweredItem {
  /** Where it stands in the answer, whether that came whole or as a stream: `choices/0/tool_calls/1`. */
  readonly place: string;
  readonly item: JsonObject;
  /** The stream was left before the item was whole. */
  readonly isCut?: boolean;
}

/** Where the requests and the answers of one API keep ids that the provider mints. */
export interface IdDialect {
  /** In a request, key by key; `*` stands for each item of a list. A request that is the list alone leaves out the first key. */
  readonly asked: readonly (readonly string[])[];
  /** Keys of an answered item that hold its ids. */
  readonly idKeys: readonly string[];
  itemsOf(outcome: Outcome): readonly AnsweredItem[];
}
