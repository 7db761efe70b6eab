import type { Hook, Sdk } from './sdk.ts';

/**
 * What we know of one version of an SDK. `supported`: a version of the same line was measured at these hooks; `other-version`: others were;
 * `not-measured`: it is seen at these, and no version was measured; `not-hooked`: nothing of it is seen.
 */
export type Support = { readonly kind: 'supported' | 'other-version' | 'not-measured' | 'not-hooked'; readonly hooks: readonly Hook[] };

/** A line is a major version, and a minor one below 1.0. */
export function supportOf({ hooks }: Sdk, version: string): Support {
  if (hooks.length === 0) return { kind: 'not-hooked', hooks };
  const line = lineOf(version);
  const of = hooks.filter(({ measured }) => measured.some((one) => lineOf(one) === line));
  if (of.length > 0) return { kind: 'supported', hooks: of };
  const measured = hooks.filter((hook) => hook.measured.length > 0);
  return measured.length > 0 ? { kind: 'other-version', hooks: measured } : { kind: 'not-measured', hooks };
}

function lineOf(version: string): string {
  return /^(?:0\.\d+|\d+)/.exec(version)?.[0] ?? version;
}
