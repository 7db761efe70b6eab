import { type Json, StepforkError } from '@stepfork/trace';
import { claimJson } from '../claim-json.ts';
import type { ExportRequest } from '../exporter.ts';
import { toLiteral } from '../literal.ts';

/** The statement that replays and judges, as lines two spaces in. Parts of the test case that are empty or at their default are left out. */
export function verifyCall(request: ExportRequest, agent: string): readonly string[] {
  return [
    '  await verify({',
    `    traces: new URL(${toLiteral(`./${encodeURIComponent(request.trace)}`)}, import.meta.url),`,
    agent === 'agent' ? '    agent,' : `    agent: ${agent},`,
    ...parts(request).map(([key, value]) => `    ${key}: ${toLiteral(value, 4)},`),
    '  });',
  ];
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
