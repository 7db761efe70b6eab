import { urlWithoutCredentials } from '../request/url-without-credentials.ts';
import { recordedHeaders } from './response-headers.ts';

/** What is recorded of a response before its body: the first part of the answer. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that the agent gets only if it asks for them by their names. */
  readonly unlisted?: Readonly<Record<string, string>>;
  /** Where it came from at last, without credentials. */
  readonly url: string;
  readonly redirected: boolean;
}

export function responseHead({ status, statusText, headers, url, redirected }: Response): ResponseHead {
  const { listed, byName } = recordedHeaders(headers);
  return {
    status,
    statusText,
    headers: listed,
    ...(Object.keys(byName).length > 0 && { unlisted: byName }),
    url: url === '' ? '' : urlWithoutCredentials(url).href,
    redirected,
  };
}
