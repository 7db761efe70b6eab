/**
 * Where the requests of an SDK are seen. `fetch`: it looks the global `fetch` up for each request; `client-fetch`: a client keeps the `fetch` that is
 * there when it is made, or one that it is given; `http-request`: it sends by Node's `http.request`, whenever it got hold of it; `middleware`: the wrappers of `@stepfork/ai-sdk`;
 * `tools`: where it takes or runs the tools of an agent, replaced when it is loaded, by `@stepfork/register`; `transport`: what carries the messages of a client of MCP, by `@stepfork/mcp`.
 */
export type HookPoint = 'fetch' | 'client-fetch' | 'http-request' | 'middleware' | 'tools' | 'transport';

export interface Hook {
  readonly at: HookPoint;
  /** Versions that were recorded and replayed there. */
  readonly measured: readonly string[];
}

/** A package that sends what agents ask, and where that is seen. */
export interface Sdk {
  readonly name: string;
  /** Empty: nothing of it is seen. */
  readonly hooks: readonly Hook[];
  /** What is not seen, and what to do. */
  readonly note?: string;
}
