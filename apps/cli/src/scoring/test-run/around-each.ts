/** What a test file does around each of its tests. */
export type EachHook = (...given: readonly unknown[]) => unknown;

export interface EachHooks {
  readonly before: readonly EachHook[];
  readonly after: readonly EachHook[];
}

/** Runs a body as a runner runs a test: outer hooks first before it, last behind it, and what a hook returned at the end. Each run of a score is a test of its own. */
export async function aroundEach<T>({ before, after }: EachHooks, given: readonly unknown[], body: () => Promise<T>): Promise<T> {
  const endings: EachHook[] = [];
  try {
    for (const hook of before) {
      const ending = await hook(...given);
      if (typeof ending === 'function') endings.push(ending as EachHook);
    }
    return await body();
  } finally {
    for (const hook of after.toReversed()) await hook(...given);
    for (const ending of endings.toReversed()) await ending();
  }
}
