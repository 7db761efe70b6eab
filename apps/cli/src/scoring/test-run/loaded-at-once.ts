/** Of comments and templates nothing is left: what only looks like an import must not be run. Strings stay. */
const noCode = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:\\[\s\S]|[^`\\])*`|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/g;

/** At the beginning of a line, so in no function: an import that binds names, a re-export, or a name for what `import()` or `require` gives. */
const binding =
  /^(?:(?:import|export)\b(?!\s+type\b)[^'";]*\bfrom\s*|(?:export\s+)?(?:const|let|var)\b[^'";]*=\s*(?:await\s+import|require)\s*\(\s*)['"](\.{1,2}\/[^'"]+)['"]/gm;

/**
 * The files that a module names where it has loaded them by the time that it is loaded itself, as it names them: to import them again runs nothing. Only where
 * TypeScript leaves out an import of types that does not say so, its file is named too.
 */
export function loadedAtOnce(code: string): readonly string[] {
  const bare = code.replace(noCode, (_, text: string | undefined) => text ?? '');
  return [...bare.matchAll(binding)].flatMap(([, specifier]) => specifier ?? []);
}
