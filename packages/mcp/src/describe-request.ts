import type { AdapterCall } from '@stepfork/interceptor';
import type { JsonRpcRequest, Params } from './json-rpc.ts';

/** What a server has told of one of its tools. */
export interface OfferedTool {
  readonly name: string;
  readonly outputSchema?: unknown;
}

/** How requests to one server are called in its run. */
export interface ServerNames {
  readonly server: string;
  toolName(tool: string): string;
  offered(tool: string): OfferedTool | undefined;
}

/**
 * A request as a call. That of a tool is a call of the tool: its arguments are the question. Any other is named by its method, `MCP tools/list`; who
 * asks, in which version of the protocol, and what identifies the message is no part of the question.
 */
export function describeRequest({ method, params = {} }: JsonRpcRequest, names: ServerNames): Omit<AdapterCall, 'form'> {
  const { name } = params;
  if (method === 'tools/call' && typeof name === 'string') {
    const schema = names.offered(name)?.outputSchema;
    const output = schema === undefined ? null : { schema };
    return { ...read, name: names.toolName(name), input: argumentsOf(params), stable: false, output };
  }
  return { ...read, name: `MCP ${method}`, input: { server: names.server, ...questionOf(method, params) }, stable: !worldly.has(method) };
}

const read = { kind: 'tool', effect: false, example: null } as const;

/** Whose answers tools may change; the others tell of the server itself. */
const worldly: ReadonlySet<string> = new Set(['resources/list', 'resources/read', 'prompts/get', 'completion/complete']);

/** What the agent says when it is asked back belongs to them. */
function argumentsOf({ arguments: given = {}, inputResponses }: Params): unknown {
  return inputResponses === undefined ? given : { ...(given as object), inputResponses };
}

function questionOf(method: string, { _meta, ...params }: Params): Params {
  if (method !== 'initialize') return params;
  const { protocolVersion: _version, clientInfo: _client, ...asked } = params;
  return asked;
}
