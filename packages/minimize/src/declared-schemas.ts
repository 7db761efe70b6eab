import { askedCalls, mcpResult, toolLists } from '@stepfork/replay/recorded';
import { isJsonObject, type Json, type JsonObject, type Outcome, type Step, type Trace } from '@stepfork/trace';
import { z } from 'zod';
import type { RuleOut } from './rule-out.ts';

/** Of a value in words; `null`: the schema allows it. */
type Check = (value: Json) => string | null;

/** By tool. */
interface Schemas {
  readonly inputs: Map<string, Check>;
  readonly outputs: Map<string, Check>;
}

/**
 * What tools declare in the requests to models, and servers of MCP when they list theirs: no model's answer asks a tool for what its schema forbids,
 * and no answer of a server lacks what it promises. A schema that the recorded run does not keep to says nothing.
 */
export function declaredSchemas({ steps }: Trace): RuleOut {
  const schemas = schemasIn(steps);
  for (const step of steps) for (const { checks, tool } of violationsOf(step, schemas)) checks.delete(tool);
  const known = new WeakMap<Outcome, string | null>();
  return (candidate) => {
    if (schemas.inputs.size === 0 && schemas.outputs.size === 0) return null;
    for (const step of candidate.steps) {
      if (!known.has(step.outcome)) known.set(step.outcome, [...violationsOf(step, schemas)][0]?.why ?? null);
      const why = known.get(step.outcome) ?? null;
      if (why !== null) return why;
    }
    return null;
  };
}

interface Violation {
  readonly checks: Map<string, Check>;
  readonly tool: string;
  readonly why: string;
}

function* violationsOf({ call, outcome }: Step, { inputs, outputs }: Schemas): Generator<Violation> {
  for (const { name, input } of call.kind === 'model' ? askedCalls(outcome) : []) {
    const problem = inputs.get(name)?.(input) ?? null;
    if (problem !== null)
      yield { checks: inputs, tool: name, why: `${call.name} would ask for ${name} as its schema forbids (${problem})` };
  }
  const check = call.kind === 'tool' ? outputs.get(lastPart(call.name)) : undefined;
  const result = check === undefined ? undefined : structuredIn(outcome);
  const problem = result === undefined ? null : (check?.(result) ?? null);
  if (problem !== null)
    yield { checks: outputs, tool: lastPart(call.name), why: `${call.name} would answer as its schema forbids (${problem})` };
}

function schemasIn(steps: readonly Step[]): Schemas {
  const inputs = new Map<string, Check>();
  const outputs = new Map<string, Check>();
  for (const { call, outcome } of steps) {
    const lists = call.kind === 'model' ? [...toolLists(call.input)] : call.name === 'MCP tools/list' ? [mcpResult(outcome) ?? null] : [];
    for (const tool of lists.flatMap((list) => [...toolsIn(list, 0)])) {
      declare(inputs, tool, tool.parameters ?? tool.input_schema ?? tool.inputSchema);
      if (call.kind === 'tool') declare(outputs, tool, tool.outputSchema);
    }
  }
  return { inputs, outputs };
}

function declare(checks: Map<string, Check>, { name }: JsonObject, schema: Json | undefined): void {
  const check = typeof name !== 'string' || checks.has(name) || !isJsonObject(schema) ? null : checkBy(schema);
  if (check !== null) checks.set(String(name), check);
}

/** `null`: nobody here can read it. */
function checkBy(schema: JsonObject): Check | null {
  if (JSON.stringify(schema).includes('"patternProperties":')) return null;
  try {
    const parsed = z.fromJSONSchema(readable(schema) as Parameters<typeof z.fromJSONSchema>[0]);
    return (value) => {
      const { error } = parsed.safeParse(value);
      const [issue] = error?.issues ?? [];
      return issue === undefined ? null : [issue.path.join('/'), issue.message].filter((text) => text !== '').join(': ');
    };
  } catch {
    return null;
  }
}

/** Keywords that hold values, not schemas. */
const values = ['const', 'enum', 'default', 'examples', 'example', 'required'];
/** Keywords that hold schemas by name: a property may be called `pattern`. */
const named = ['properties', '$defs', 'definitions', 'dependentSchemas'];

/** Some APIs write `OBJECT` for `object`. Patterns are left out: they are data of a stranger, over which the engine of the runtime can take years. */
function readable(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(readable);
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, part]): (readonly [string, Json])[] => {
      if (key === 'pattern' && typeof part === 'string') return [];
      if (values.includes(key)) return [[key, part]];
      if (key === 'type') return [[key, lowerCase(part)]];
      if (named.includes(key) && isJsonObject(part))
        return [[key, Object.fromEntries(Object.entries(part).map(([name, one]) => [name, readable(one)]))]];
      return [[key, readable(part)]];
    }),
  );
}

function lowerCase(type: Json): Json {
  if (Array.isArray(type)) return type.map(lowerCase);
  return typeof type === 'string' ? type.toLowerCase() : type;
}

function* toolsIn(value: Json, depth: number): Generator<JsonObject> {
  if (typeof value !== 'object' || value === null || depth > 3) return;
  if (isJsonObject(value) && typeof value.name === 'string') yield value;
  else for (const part of Object.values(value)) yield* toolsIn(part as Json, depth + 1);
}

function structuredIn(outcome: Outcome): Json | undefined {
  const result = mcpResult(outcome);
  return isJsonObject(result) && result.isError !== true ? (result.structuredContent ?? null) : undefined;
}

/** Where two servers have a tool of that name, its calls are named by the server too. */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
