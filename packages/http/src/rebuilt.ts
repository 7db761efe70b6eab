const rebuilt = new WeakMap<Response, { readonly isWhole: boolean }>();

/** Marks a response that was made of a recording. `isWhole`: the recording knows it to its end. */
export function markRebuilt(response: Response, isWhole: boolean): Response {
  rebuilt.set(response, { isWhole });
  return response;
}

/** It is one of a recording that ends before the answer did. */
export function isCut(response: Response): boolean {
  return rebuilt.get(response)?.isWhole === false;
}
