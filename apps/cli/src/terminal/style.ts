import pc from 'picocolors';

export type Style = ReturnType<typeof pc.createColors>;

/** Colours for a stream: only on a terminal. `NO_COLOR` and `FORCE_COLOR` are heeded. */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Style {
  if (env.NO_COLOR) return pc.createColors(false);
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0') return pc.createColors(true);
  return pc.createColors(stream.isTTY === true && env.TERM !== 'dumb');
}
