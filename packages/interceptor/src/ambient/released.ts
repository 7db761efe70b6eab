/** The same promise, after `release`. One of its own, so that a rejection that the agent drops is still seen as dropped. */
export function released<T>(promise: Promise<T>, release: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(
      (value) => {
        release();
        resolve(value);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}
