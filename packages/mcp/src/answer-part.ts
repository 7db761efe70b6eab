import { isResponse, type JsonRpcFailure, type JsonRpcMessage, type JsonRpcRequest, type Params, type RequestId } from './json-rpc.ts';

interface Said {
  readonly method: string;
  readonly params?: Params;
}

/** What is recorded of a message of the server that belongs to a request, without what identifies message and request. */
export type AnswerPart =
  | { readonly notification: Said }
  | { readonly request: Said }
  | { readonly result: unknown }
  | { readonly error: JsonRpcFailure };

export function partOf(message: JsonRpcMessage): AnswerPart {
  if (isResponse(message)) return 'error' in message ? { error: message.error } : { result: message.result };
  const { method, params } = message;
  if ('id' in message) return { request: { method, ...(params && { params }) } };
  const { progressToken: _token, ...said } = params ?? {};
  return { notification: { method, ...(params && { params: said }) } };
}

/** @param id of the server's request, if it is one */
export function messageOf(part: AnswerPart, asked: JsonRpcRequest, id: () => RequestId): JsonRpcMessage {
  const jsonrpc = '2.0';
  if ('result' in part) return { jsonrpc, id: asked.id, result: part.result };
  if ('error' in part) return { jsonrpc, id: asked.id, error: part.error };
  if ('request' in part) return { jsonrpc, id: id(), ...part.request };
  const { method, params } = part.notification;
  if (method !== progressMethod) return { jsonrpc, method, ...(params && { params }) };
  const progressToken = asked.params?._meta?.progressToken;
  return { jsonrpc, method, params: { ...params, ...(progressToken !== undefined && { progressToken }) } };
}

export const progressMethod = 'notifications/progress';
