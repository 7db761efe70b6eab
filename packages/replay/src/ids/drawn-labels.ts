import type { Trace } from '@stepfork/trace';

/**
 * What is shown in the place of a UUID that a run drew by chance, for itself or for an SDK: `‹drawn: src/agent.mjs#run 1›`, the first draw of that place.
 *
 * One that is made of random bytes is known by its last five, which are those of the draw in any version. `null`: nothing of this run drew it.
 */
export function drawnLabels({ draws }: Trace): (id: string) => string | null {
  const known = new Map<string, string | null>();
  const bytes: { readonly hex: string; readonly label: string }[] = [];
  const counts = new Map<string, number>();
  for (const { kind, site, value } of draws) {
    if ((kind !== 'uuid' && kind !== 'bytes') || typeof value !== 'string') continue;
    const count = (counts.get(site) ?? 0) + 1;
    counts.set(site, count);
    const label = `drawn: ${site} ${count}`;
    if (kind === 'bytes') bytes.push({ hex: value, label });
    else if (!known.has(value)) known.set(value, `‹${label}›`);
  }
  return (id) => {
    const label = known.get(id) ?? ofBytes(id);
    known.set(id, label);
    return label;
  };

  function ofBytes(id: string): string | null {
    const end = id.slice(-10);
    for (const { hex, label } of bytes) {
      const at = hex.indexOf(end);
      if (at >= 0 && at % 2 === 0) return `‹${label}, ${at / 2}›`;
    }
    return null;
  }
}
