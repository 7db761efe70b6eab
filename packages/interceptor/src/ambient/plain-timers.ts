/** Those of Node, or of whoever fakes them, taken before we patch them. */
export const plainTimers: Pick<typeof globalThis, 'setTimeout' | 'setInterval' | 'clearTimeout' | 'setImmediate' | 'clearImmediate'> = {
  setTimeout,
  setInterval,
  clearTimeout,
  setImmediate,
  clearImmediate,
};
