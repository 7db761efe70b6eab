export type RequestId = string | number;

export interface JsonRpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params;
}

export interface JsonRpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Params;
}

export type JsonRpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: unknown }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly error: JsonRpcFailure };

export interface JsonRpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A message of the Model Context Protocol. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;

export interface Params {
  readonly _meta?: { readonly progressToken?: RequestId; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

export function isRequest(message: JsonRpcMessage): message is JsonRpcRequest {
  return 'method' in message && 'id' in message;
}

export function isResponse(message: JsonRpcMessage): message is JsonRpcResponse {
  return !('method' in message);
}
