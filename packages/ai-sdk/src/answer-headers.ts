import { type HeaderKind, headerKind } from '@stepfork/interceptor';

type Headers = Readonly<Record<string, unknown>>;

/** What is recorded of an answer, whole or the head of a stream: of its headers those that say something of it, and apart those that may be asked for. */
export function recordedAnswer(answer: object): object {
  const { response } = answer as { readonly response?: unknown };
  if (!hasHeaders(response)) return answer;
  const unlisted = ofKind(response.headers, 'by-name');
  return {
    ...answer,
    response: { ...response, headers: ofKind(response.headers, 'listed'), ...(Object.keys(unlisted).length > 0 && { unlisted }) },
  };
}

/** The answer as the agent gets it, live or of a recording: in a list of its headers are those that a replay knows too, the others have a name. */
export function shownAnswer<R>(answer: R): R {
  const { response } = (answer ?? {}) as { readonly response?: unknown };
  if (!hasHeaders(response)) return answer;
  const { unlisted, ...others } = response;
  return { ...answer, response: { ...others, headers: shownHeaders({ ...unlisted, ...response.headers }) } };
}

/** The headers that are recorded of an error; `undefined` where there were none. */
export function listedHeaders(headers: unknown): Headers | undefined {
  return isHeaders(headers) ? ofKind(headers, 'listed') : undefined;
}

/** All of them: those that are not listed cannot be counted, only asked for by their names. */
export function shownHeaders(headers: Headers): Headers {
  const shown = { ...ofKind(headers, 'listed') };
  for (const [name, value] of Object.entries(headers)) {
    if (!Object.hasOwn(shown, name)) Object.defineProperty(shown, name, { value, writable: true, configurable: true });
  }
  return shown;
}

function ofKind(headers: Headers, kind: HeaderKind): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => headerKind(name.toLowerCase()) === kind));
}

function hasHeaders(response: unknown): response is { readonly headers: Headers; readonly unlisted?: Headers } {
  return typeof response === 'object' && response !== null && 'headers' in response && isHeaders(response.headers);
}

function isHeaders(headers: unknown): headers is Headers {
  return typeof headers === 'object' && headers !== null;
}
