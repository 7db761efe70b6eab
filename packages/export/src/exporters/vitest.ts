import { type Json, StepforkError } from '@stepfork/trace';
import { claimJson } from '../claim-json.ts';
import { defineExporter, type Exporter, type ExportRequest } from '../exporter.ts';
import { toLiteral } from '../literal.ts';
import { toComment } from '../to-comment.ts';

/**
 * A test file for Vitest that needs only `@stepfork/replay` (and `@stepfork/http` where the agent sent requests), reads like one that a person wrote, and may be edited like one.
 *
 * Parts of the test case that are empty or at their default are left out. A violated claim fails the test with `FailedError`, whose
 * `expected` and `actual` the runner prints as its own diff; a replay that cannot tell fails it with `InconclusiveError`.
 */
export const vitestExporter: Exporter = defineExporter({
  name: 'vitest',
  summary: 'a test file for Vitest, which needs @stepfork/replay',
  render: (request) => [{ path: `${request.name}.test.ts`, text: renderTest(request) }],
});

function renderTest(request: ExportRequest): string {
  const agent = importAgent(request.agent);
  return [
    // A project may run its tests in a browser-like environment, where files cannot be read.
    '// @vitest-environment node',
    ...header(request),
    ...imports(request),
    agent.statement,
    ...environment(request),
    '',
    `test(${toLiteral(request.title)}, async () => {`,
    '  await verify({',
    `    traces: new URL(${toLiteral(`./${encodeURIComponent(request.trace)}`)}, import.meta.url),`,
    agent.name === 'agent' ? '    agent,' : `    agent: ${agent.name},`,
    ...parts(request).map(([key, value]) => `    ${key}: ${toLiteral(value, 4)},`),
    '  });',
    // The runner's own limit would say "failed" where the honest answer is "inconclusive: timed out".
    '}, 0); // verify has its own time limit',
    '',
  ].join('\n');
}

function header({ trace, command, policies }: ExportRequest): readonly string[] {
  const runsNothing = ![policies.tools, policies.models].some((rules) => Object.values(rules ?? {}).includes('live'));
  return [
    `// Exported by Stepfork from the recorded run in ${toComment(trace)}${runsNothing ? ': no tool, no model and no network is used here' : ''}.`,
    ...(command === null ? [] : [`// Make it again: ${toComment(command)}`]),
  ];
}

function imports({ needs }: ExportRequest): readonly string[] {
  return [
    ...(needs.http
      ? ["import '@stepfork/http/register'; // first, so that clients are recorded that the agent makes while it is loaded"]
      : []),
    "import { verify } from '@stepfork/replay';",
    `import { ${hasEnvironment(needs) ? 'test, vi' : 'test'} } from 'vitest';`,
  ];
}

/** Before the agent's module is loaded: some clients cannot be made without a key. */
function environment({ needs }: ExportRequest): readonly string[] {
  if (!hasEnvironment(needs)) return [];
  return [
    '',
    '// Stands in for the credentials of the recorded run, where there are none.',
    `vi.hoisted(() => Object.assign(process.env, ${toLiteral(needs.environment)}, { ...process.env }));`,
  ];
}

function hasEnvironment({ environment: used }: ExportRequest['needs']): boolean {
  return Object.keys(used).length > 0;
}

/** The parts of the test case that are data, in the order in which a person would give them. */
function parts(request: ExportRequest): readonly (readonly [string, Json])[] {
  const all: readonly (readonly [string, Json | undefined])[] = [
    ['policies', policiesJson(request)],
    ['answers', answersJson(request)],
    ['stable', request.stable],
    ['ignore', request.ignore],
    ['order', request.order === 'keyed' ? undefined : request.order],
    ['timeoutMs', request.timeoutMs],
    ['maxCalls', request.maxCalls],
    ['claim', claimJson(request.claim)],
  ];
  return all.flatMap(([key, value]) => (value === undefined || (key !== 'claim' && isEmpty(value)) ? [] : [[key, value] as const]));
}

/** In code a declared answer is a live value, so that only plain data can be written as a literal. */
function answersJson({ answers }: ExportRequest): Json {
  for (const [tool, given] of Object.entries(answers)) {
    const tag = findTag(given as unknown as Json);
    if (tag === null) continue;
    throw new StepforkError(
      'STEPFORK_ANSWER_NOT_PLAIN',
      `The declared answer of ${tool} holds a value of kind ${tag}, which no literal can say.`,
      {
        hint: 'Declare an answer of plain JSON, or add this one to the exported test by hand.',
      },
    );
  }
  return answers as unknown as Json;
}

function findTag(json: Json): string | null {
  if (typeof json !== 'object' || json === null) return null;
  if ('$' in json) return String(json.$);
  return Object.values(json).reduce<string | null>((found, part: Json) => found ?? findTag(part), null);
}

/** Frozen is the default; it is written only where it takes a name out of a rule for all. */
function policiesJson({ policies }: ExportRequest): Json {
  const tables = (['tools', 'models'] as const).flatMap((kind) => {
    const rules = Object.entries(policies[kind] ?? {});
    const forAll = policies[kind]?.['*'] ?? 'frozen';
    const kept = rules.filter(([name, policy]) => policy !== (name === '*' ? 'frozen' : forAll));
    return kept.length === 0 ? [] : [[kind, Object.fromEntries(kept)] as const];
  });
  return Object.fromEntries(tables);
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

interface AgentImport {
  readonly statement: string;
  /** How the file calls it. */
  readonly name: string;
}

function importAgent({ specifier, export: exported }: ExportRequest['agent']): AgentImport {
  const from = `from ${toLiteral(specifier)};`;
  if (exported === 'default') return { statement: `import agent ${from}`, name: 'agent' };
  if (isFreeName(exported)) return { statement: `import { ${exported} } ${from}`, name: exported };
  const quoted = /^[A-Za-z_$][\w$]*$/.test(exported) ? exported : toLiteral(exported);
  return { statement: `import { ${quoted} as agent } ${from}`, name: 'agent' };
}

/** A name that the file can use as it is: an identifier that means nothing else here or in the language. */
function isFreeName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !taken.has(name);
}

const taken: ReadonlySet<string> = new Set(
  (
    'verify test vi process Object URL arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public return static super ' +
    'switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);
