/** Calls `body`; what it throws at once becomes a rejection. A native promise is handed on as it is. */
export function invoke<A extends readonly unknown[], This>(
  body: (this: This, ...args: A) => unknown,
  self: This,
  args: A,
): Promise<unknown> {
  try {
    return Promise.resolve(Reflect.apply(body, self, args));
  } catch (error) {
    return Promise.reject(error);
  }
}
