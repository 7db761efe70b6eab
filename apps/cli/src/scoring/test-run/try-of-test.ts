/** What Vitest keeps at a test while its body runs. */
export interface TriedTest {
  onFinished?: readonly TryHook[] | undefined;
  onFailed?: readonly TryHook[] | undefined;
  /** Assertions that nobody awaited. */
  promises?: readonly Promise<unknown>[] | undefined;
  result?: { state: string; errors?: readonly { readonly message?: string }[] | undefined } | undefined;
  readonly context?: unknown;
}

type TryHook = (context: unknown) => unknown;

/**
 * Ends one run of a test as the runner ends a test: what was registered while it ran is run, and what only was noted (soft assertions, those that
 * nobody awaited) fails it. The next run finds nothing of it.
 *
 * @throws Error for what was noted
 */
export async function endTry(test: TriedTest): Promise<void> {
  const { promises = [] } = test;
  const late = (await Promise.allSettled(promises)).find((one): one is PromiseRejectedResult => one.status === 'rejected');
  const { onFinished = [], onFailed = [], result } = test;
  const [noted] = result?.errors ?? [];
  Object.assign(test, { promises: undefined, onFinished: undefined, onFailed: undefined });
  if (result !== undefined) Object.assign(result, { state: 'run', errors: undefined });
  for (const hook of [...onFinished].reverse()) await hook(test.context);
  if (noted !== undefined || late !== undefined) for (const hook of onFailed) await hook(test.context);
  if (noted !== undefined) throw new Error(noted.message ?? 'an assertion failed');
  if (late !== undefined) throw late.reason;
}
