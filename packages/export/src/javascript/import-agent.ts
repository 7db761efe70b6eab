import type { ExportRequest } from '../exporter.ts';
import { toLiteral } from '../literal.ts';

/** How a test in JavaScript names its agent, and the statements that bring the name into a file or into a function. */
export interface AgentImport {
  readonly name: string;
  readonly atTop: string;
  readonly inside: string;
}

/**
 * @param from module specifier
 * @param used names that the file uses itself, beside those that every test with `verify` uses
 */
export function importAgent({ export: exported }: ExportRequest['agent'], from: string, used: readonly string[]): AgentImport {
  const source = toLiteral(from);
  const isName = /^[A-Za-z_$][\w$]*$/.test(exported);
  const isFree = isName && !taken.has(exported) && !used.includes(exported);
  const name = isFree ? exported : 'agent';
  const quoted = isName ? exported : toLiteral(exported);
  return {
    name,
    atTop: exported === 'default' ? `import agent from ${source};` : `import { ${isFree ? name : `${quoted} as agent`} } from ${source};`,
    inside: `const { ${isFree ? name : `${quoted}: agent`} } = await import(${source});`,
  };
}

/** What means something else in the language or in every test. */
const taken: ReadonlySet<string> = new Set(
  (
    'verify test process Object URL arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public return static super ' +
    'switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);
