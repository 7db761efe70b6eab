const texts: WeakMap<object, string> = new WeakMap();

/**
 * Stands for a text that says which person or device it is, as requests to models carry it for the provider (`metadata.user_id`, `safety_identifier`): the text
 * itself in a snapshot without redaction, in any other the same word for all. No answer depends on it, and a replay has to know it without a key.
 */
export function personalText(text: string): object {
  const mark = Object.freeze({});
  texts.set(mark, text);
  return mark;
}

/** `undefined`: it stands for none. */
export function textOfPerson(value: object): string | undefined {
  return texts.get(value);
}

/** A pseudonym like any other, so that it is known for one. */
export const personalWord = 'STEPFORKperson';
