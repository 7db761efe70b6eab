const notFound: ReadonlySet<unknown> = new Set([
  'MODULE_NOT_FOUND',
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_DIR_IMPORT',
]);

/** What Node's loader says where an error is its own, about a module that is not there or cannot be read as code; `null`: code that was loaded threw it. */
export function loadFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isOfLoader = notFound.has((error as NodeJS.ErrnoException).code) || (error.name === 'SyntaxError' && startsInLoader(error.stack));
  return isOfLoader ? (error.message.split('\n')[0] ?? '') : null;
}

/** `JSON.parse` throws syntax errors too. */
function startsInLoader(stack: string | undefined): boolean {
  const first = stack?.split('\n').find((line) => /^\s+at /.test(line));
  return first?.includes('(node:internal/modules/') === true;
}
