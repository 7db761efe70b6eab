import type { CallKind, Json } from '@stepfork/trace';
import type { ComparedRequest } from '../ids/minted-ids.ts';

/** A call as the ledger sees it: what is asked, and after which effects. */
export interface Question extends BareQuestion {
  readonly key: string;
}

export interface BareQuestion {
  readonly kind: CallKind;
  readonly name: string;
  readonly input: Json;
  /** The input as it is compared: with recorded ids in the place of those that live answers minted. */
  readonly compared: ComparedRequest;
  readonly baseKey: string;
}
