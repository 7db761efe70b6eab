/**
 * Commands in a text for people as they can be typed here: where npx or npm found us, `stepfork` alone is on no path.
 */
export function asInvoked(text: string, env: NodeJS.ProcessEnv = process.env): string {
  if (env.npm_command !== 'exec') return text;
  return text.replace(
    /(^|[\s`])stepfork (?=(?:init|record|inspect|validate|replay|export|convert|diff|fork|doctor|plugins|completion|minimize|score)\b)/g,
    '$1npx stepfork ',
  );
}
