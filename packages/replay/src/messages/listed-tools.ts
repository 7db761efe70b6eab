import { isJsonObject, type Json, type JsonObject, type Outcome, type Step } from '@stepfork/trace';
import type { PolicyName } from '../test-case.ts';
import { mcpResult } from './mcp-result.ts';

/** A tool that an MCP server told of while a run was recorded. */
export interface ListedTool {
  /** As its calls are named. */
  readonly name: string;
  readonly server: string;
  /** What the server itself says of it, which nobody has to believe: a read is `frozen`, what changes the world a `sink`; `null`: it says nothing. */
  readonly proposed: Extract<PolicyName, 'frozen' | 'sink'> | null;
  /** The annotations that say so. */
  readonly hints: readonly string[];
}

/** By server, in the order in which they were told of. */
export function listedTools(steps: readonly Step[]): readonly ListedTool[] {
  const told = new Map<string, { readonly server: string; readonly tool: JsonObject; readonly name: string }>();
  for (const { call, outcome } of steps) {
    if (call.kind !== 'tool' || call.name !== 'MCP tools/list') continue;
    const { server } = isJsonObject(call.input) ? call.input : {};
    for (const tool of toolsIn(outcome)) {
      if (typeof server === 'string' && typeof tool.name === 'string')
        told.set(`${server}/${tool.name}`, { server, tool, name: tool.name });
    }
  }
  const all = [...told.values()];
  return all.map(({ server, tool, name }) => {
    const isShared = all.some((other) => other.name === name && other.server !== server);
    return { name: isShared ? `${server}/${name}` : name, server, ...proposal(tool.annotations) };
  });
}

/** What a server leaves out it says nothing of, although the protocol then takes the worst for granted. */
function proposal(annotations: Json | undefined): Pick<ListedTool, 'proposed' | 'hints'> {
  const { readOnlyHint, destructiveHint } = isJsonObject(annotations) ? annotations : {};
  if (readOnlyHint === true) return { proposed: 'frozen', hints: ['readOnlyHint'] };
  const hints = [
    ...(readOnlyHint === false ? ['readOnlyHint: false'] : []),
    ...(typeof destructiveHint === 'boolean' ? [destructiveHint ? 'destructiveHint' : 'destructiveHint: false'] : []),
  ];
  return { proposed: hints.length > 0 ? 'sink' : null, hints };
}

function toolsIn(outcome: Outcome): readonly JsonObject[] {
  const result = mcpResult(outcome);
  const tools = isJsonObject(result) ? result.tools : undefined;
  return Array.isArray(tools) ? tools.filter(isJsonObject) : [];
}
