/** Where the requests and the answers of models say for whom they are. */
export const personalPlaces: readonly (readonly string[])[] = [
  // Anthropic: who uses the application, in the form of its agents with device, account and session.
  ['metadata', 'user_id'],
  // OpenAI, and whoever speaks like it; the answers of its responses say it again.
  ['user'],
  ['safety_identifier'],
  ['response', 'user'],
  ['response', 'safety_identifier'],
];
