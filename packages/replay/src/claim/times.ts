/** How often a call is expected: exactly n, or within bounds. */
export type Times = number | { readonly atLeast?: number; readonly atMost?: number };
