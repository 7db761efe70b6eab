/**
 * The model that a request asks, recognised by the end of its path and the shape of its body, never by its host; `null`: it asks none.
 *
 * OpenAI's chat completions, responses, completions and embeddings and whatever speaks like them, Anthropic's messages, Gemini's
 * `generateContent`, Ollama's `/api/chat`, `/api/generate` and `/api/embed`.
 */
export function modelOf(method: string, path: string, body: unknown): string | null {
  if (method !== 'POST' || typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const fields = body as Readonly<Record<string, unknown>>;
  for (const { ends, asks } of endpoints) {
    const found = ends.exec(path);
    if (found === null || !asks(fields)) continue;
    return named(found.groups?.model ?? fields.model ?? deployment.exec(path)?.[1]);
  }
  return null;
}

type Fields = Readonly<Record<string, unknown>>;

const endpoints: readonly { readonly ends: RegExp; readonly asks: (body: Fields) => boolean }[] = [
  { ends: /\/chat\/completions$/, asks: ({ messages }) => Array.isArray(messages) },
  {
    ends: /\/responses$/,
    asks: ({ model, input, prompt, previous_response_id: previous }) =>
      isGiven(input) || isGiven(prompt) || (isText(model) && isGiven(previous)),
  },
  { ends: /\/messages$/, asks: ({ messages, model }) => Array.isArray(messages) && isText(model) },
  { ends: /\/embeddings$/, asks: ({ input, prompt }) => isGiven(input) || isText(prompt) },
  { ends: /\/completions$/, asks: ({ prompt, model }) => isGiven(prompt) && isText(model) },
  {
    ends: /\/(?:models|tunedModels)\/(?<model>[^/:]+):(?:generateContent|streamGenerateContent|embedContent|batchEmbedContents)$/,
    asks: ({ contents, content, requests }) => isGiven(contents) || isGiven(content) || isGiven(requests),
  },
  { ends: /\/api\/chat$/, asks: ({ messages, model }) => Array.isArray(messages) && isText(model) },
  { ends: /\/api\/generate$/, asks: ({ prompt, model }) => isText(prompt) && isText(model) },
  { ends: /\/api\/embed$/, asks: ({ input, model }) => isGiven(input) && isText(model) },
];

/** Azure names the model in the path. */
const deployment = /\/deployments\/([^/]+)\//;

function named(model: unknown): string {
  if (!isText(model)) return 'unknown';
  try {
    return decodeURIComponent(model);
  } catch {
    // A lone percent sign in a name is part of it.
    return model;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
