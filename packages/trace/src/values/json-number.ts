const mark: symbol = Symbol.for('stepfork.json-number');

/**
 * A number of a JSON text that a double cannot hold, as it is written there. Encoded it is tagged `json-number`; who writes the text again
 * can write the same digits.
 */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    Object.defineProperty(this, mark, { value: true });
  }

  /** Also one of another copy of this package. */
  static isInstance(value: unknown): value is JsonNumber {
    return typeof value === 'object' && value !== null && mark in value && typeof (value as JsonNumber).text === 'string';
  }
}
