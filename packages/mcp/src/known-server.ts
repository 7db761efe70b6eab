import { describeRequest, type OfferedTool } from './describe-request.ts';
import type { JsonRpcRequest } from './json-rpc.ts';
import { type RunServers, serversOf } from './run-servers.ts';

/** What is known of the server at the other end of a connection, and how it is called in the run that speaks to it now. */
export class KnownServer {
  #label: string;
  readonly #tools = new Map<string, OfferedTool>();
  #servers: RunServers | null = null;
  #name = '';

  constructor(label: string) {
    this.#label = label;
  }

  /** A request of the run, as a call. */
  describe(request: JsonRpcRequest, run: object): ReturnType<typeof describeRequest> {
    const server = this.nameIn(run);
    return describeRequest(request, {
      server,
      toolName: (tool) => serversOf(run).toolName(server, tool),
      offered: (tool) => this.#tools.get(tool),
    });
  }

  nameIn(run: object): string {
    const servers = serversOf(run);
    if (servers !== this.#servers) {
      this.release();
      this.#servers = servers;
      this.#name = servers.claim(this.#label);
      for (const tool of this.#tools.keys()) servers.offers(this.#name, tool);
    }
    return this.#name;
  }

  /** Takes note of what a result says of the server. */
  learn(result: unknown): void {
    if (!isObject(result)) return;
    const { serverInfo, _meta: meta, tools } = result;
    const said = serverInfo ?? (isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined);
    if (isObject(said) && typeof said.name === 'string' && said.name !== '') this.#rename(said.name);
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (!isObject(tool) || typeof tool.name !== 'string') continue;
      this.#tools.set(tool.name, { ...tool, name: tool.name });
      this.#servers?.offers(this.#name, tool.name);
    }
  }

  release(): void {
    this.#servers?.release(this.#name);
    this.#servers = null;
  }

  #rename(label: string): void {
    if (label === this.#label) return;
    this.#label = label;
    this.#servers?.release(this.#name);
    this.#name = this.#servers?.claim(label) ?? '';
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
