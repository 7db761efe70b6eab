/** Commands in a text as they can be typed in the project of a test: there the command line is a dependency, on no path. */
export function throughNpx(text: string): string {
  return text.replace(/(^|[\s`])stepfork (?=[a-z])/g, '$1npx stepfork ');
}
