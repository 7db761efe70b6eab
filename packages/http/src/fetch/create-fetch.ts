import { type CurrentRun, currentRun, interceptCall, untilAborted } from '@stepfork/interceptor';
import { describeRequest, type RequestCall } from '../request/describe-request.ts';
import { heldRequest } from '../request/held-request.ts';
import { createHistoryParser } from '../request/history-parser.ts';
import { type PlainRequest, plainRequest } from '../request/plain-request.ts';
import { type FindRecorded, recordedRequests } from '../request/recorded-requests.ts';
import { isStreamed, readBody } from '../request/streamed-body.ts';
import { madeResponse } from '../response/made-response.ts';
import { responseForm } from '../response/response-form.ts';
import { isSideTraffic } from '../unrecorded/side-traffic.ts';
import { noteUnrecorded } from '../unrecorded/unrecorded.ts';
import { realFetch } from './real-fetch.ts';

type Fetch = typeof globalThis.fetch;

export interface FetchOptions {
  /** What sends the requests. Default: the global `fetch` that is there when a request is made. */
  readonly fetch?: Fetch;
}

/**
 * A `fetch` for the `fetch` option of an SDK: what it is asked inside of a run goes through the run's interceptor, as a model call where it
 * asks a model, else as a tool call that is named by method, host and path. Outside of a run it is the one below and nothing else.
 *
 * In the body of a tool only model calls are calls of their own: what else the body sends is what the tool does. In the body of a model none
 * is.
 */
export function createFetch(options: FetchOptions = {}): Fetch {
  const parse = createHistoryParser();
  return async function fetch(input, init) {
    const send = options.fetch ?? realFetch();
    const run = currentRun();
    if (run === null || run.inside === 'model') return send(input, init);
    const request = plainRequest(input, init);
    if (request === null || (run.inside === 'tool' && request.method !== 'POST')) return send(input, init);
    if (isSideTraffic(request)) {
      noteUnrecorded(request.url.host, 'side-traffic');
      return run.isReplayed ? madeResponse({ status: 200, body: {} }) : send(input, init);
    }
    // No waiting without need: a call starts in the tick in which it is made.
    const isText = request.body === null || typeof request.body === 'string';
    const [to, held] = isText ? [input, init] : heldRequest([input, init], request);
    const given = isText ? request.body : held?.body;
    const body = isStreamed(given) ? await readBody(given) : given;
    const sending = { ...request, body };
    const described = findRecorded(run.recorded, sending) ?? describeRequest(sending, parse);
    const call = described instanceof Promise ? await described : described;
    const sent = body === given ? held : { ...held, body: body as Uint8Array };
    if (run.inside === 'tool' && call.kind === 'tool') return send(to, sent);
    const { signal } = request;
    const boundary = {
      ...call,
      effect: false,
      stable: false,
      example: null,
      // What is recorded of it was read from its bytes: nobody else has it.
      goesFirst: call.kind === 'model',
      form: responseForm({ signal, asksModel: call.kind === 'model', asksHead: request.method === 'HEAD' }),
    };
    return untilAborted(
      signal,
      interceptCall(boundary, () => send(to, sent)),
    );
  };
}

const finders = new WeakMap<CurrentRun['recorded'], FindRecorded>();

function findRecorded(calls: CurrentRun['recorded'], request: PlainRequest): RequestCall | null {
  if (calls.length === 0) return null;
  const find = finders.get(calls) ?? recordedRequests(calls);
  finders.set(calls, find);
  return find(request);
}
