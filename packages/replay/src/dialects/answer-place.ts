/** Where the APIs of models put what people speak of; what stands behind goes on as a JSON Pointer. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^\/choices\/\d+\/(?:message|delta)\/tool_calls\/\d+\/function\/name/, 'name of the tool call'],
  [/^\/choices\/\d+\/(?:message|delta)\/tool_calls\/\d+\/function\/arguments/, 'tool call arguments'],
  [/^\/choices\/\d+\/(?:message|delta)\/content/, 'message content'],
  [/^\/choices\/\d+\/finish_reason/, 'finish reason'],
  [/^\/output\/\d+\/content\/\d+\/text/, 'message content'],
  [/^\/output\/\d+\/name/, 'name of the tool call'],
  [/^\/output\/\d+\/arguments/, 'tool call arguments'],
  [/^\/content\/\d+\/text/, 'message content'],
  [/^\/content\/\d+\/name/, 'name of the tool call'],
  [/^\/content\/\d+\/input/, 'tool call arguments'],
  [/^\/candidates\/\d+\/content\/parts\/\d+\/text/, 'message content'],
  [/^\/candidates\/\d+\/content\/parts\/\d+\/functionCall\/name/, 'name of the tool call'],
  [/^\/candidates\/\d+\/content\/parts\/\d+\/functionCall\/args/, 'tool call arguments'],
];

/** A place in an answer in words: of one over HTTP without the form in which it is recorded, of a model's by what it is called. */
export function answerPlace(pointer: string): string {
  const inBody = pointer.replace(/^\/\d+\/(?:json|data)(?=\/)/, '');
  if (inBody === pointer) return pointer;
  const [known] = words.flatMap(([pattern, text]) => (pattern.test(inBody) ? [inBody.replace(pattern, `${text} `).trimEnd()] : []));
  return known ?? inBody;
}
