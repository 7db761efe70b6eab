/** By which a person says what is right, as they were typed. */
export interface TypedClaimFlags {
  readonly claim?: string | undefined;
  readonly returns?: string | undefined;
  readonly exactly?: boolean;
  readonly 'expect-call'?: readonly string[] | undefined;
}
