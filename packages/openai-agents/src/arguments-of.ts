/** Arguments as a model has written them; none are an empty object, and what is no JSON is the text itself. */
export function argumentsOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
