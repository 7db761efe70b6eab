export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** As an MCP server describes it. */
export interface Tool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

/** Asks a model that speaks as OpenAI's chat completions do. */
export async function askModel(messages: readonly Message[], tools: readonly Tool[]): Promise<Message> {
  const offered = tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
  const response = await fetch(`${process.env.OFFICE_URL ?? 'http://127.0.0.1:8787'}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'ledger-1', messages, tools: offered }),
  });
  if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`);
  const { choices } = (await response.json()) as { readonly choices: readonly [{ readonly message: Message }] };
  return choices[0].message;
}
