/** Replaces secrets by pseudonyms of the same shape. */
export interface Redactor {
  /** Names the key that makes the pseudonyms; stands in the head of a trace. */
  readonly keyId: string;
  /** Names of the rules in force. */
  readonly rules: readonly string[];
  /** The text with every secret in it replaced. */
  text(text: string): string;
  /** The value of the field `key`: all of it is a secret if the key says so (`authorization`, `password`), else like `text`. */
  field(key: string, text: string): string;
}
