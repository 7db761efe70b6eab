/** A parsed request. */
export type Body = Readonly<Record<string, unknown>>;

/** A call of a tool that a model asks for. */
export interface ToolCall {
  readonly name: string;
  readonly input: object;
}

/** What a provider is asked, with what its answer needs. */
export interface Asked {
  readonly method: string;
  readonly body: Body;
  readonly path: string;
  /** The call that is to be asked for; `null`: an answer in words. */
  readonly call: ToolCall | null;
  readonly mint: () => string;
  readonly seconds: () => number;
  /** Its SDK has asked. */
  readonly isOfAnthropic: boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly string[];
}

/** An answer in words, in pieces, with characters of two, three and four bytes. */
export const words: readonly string[] = ['It is ', '21°C — ', 'sunny ☀️ 😀 ', 'in Paris.'];

/** The arguments of a call in two pieces, as a stream brings them. */
export function argumentPieces({ input }: ToolCall): readonly string[] {
  const text = JSON.stringify(input);
  const cut = text.indexOf(':') + 1;
  return [text.slice(0, cut), text.slice(cut)];
}

export function json(value: unknown): Reply {
  return { status: 200, headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify(value)] };
}

export function eventStream(chunks: readonly string[]): Reply {
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }, chunks };
}

/** One server-sent event. */
export function event(name: string | null, data: unknown): string {
  return `${name === null ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** The names of the tools that a request offers. */
export function offeredTools({ tools }: Body): readonly string[] {
  const listed = (Array.isArray(tools) ? tools : []) as readonly Declared[];
  return listed.flatMap((one) => {
    const declared = one.functionDeclarations ?? one.function_declarations;
    const names = declared?.map(({ name }) => name) ?? [one.function?.name ?? one.name];
    return names.filter((name) => name !== undefined);
  });
}

interface Declared {
  readonly name?: string;
  readonly function?: { readonly name?: string };
  readonly functionDeclarations?: readonly { readonly name: string }[];
  readonly function_declarations?: readonly { readonly name: string }[];
}
