import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Trace } from '../trace.ts';
import { createTraceWriter } from '../writing/create-trace-writer.ts';
import { writeTrace } from '../writing/write-trace.ts';
import { readTrace } from './read-trace.ts';
import { sealOf } from './seal-of.ts';

function run(id: string, derived?: Trace['run']['derived']): Trace {
  const writer = createTraceWriter();
  const head = { agent: null, input: id, startedAt: '2026-01-01T00:00:00.000Z', git: null, versions: {}, policies: {}, redaction: null };
  writer.append({ type: 'run-start', run: { ...head, id, ...(derived && { derived }) } });
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: null }, atMs: 1 });
  return writer.trace();
}

describe('sealOf', () => {
  it('is the seal of the segment in which a trace was read, each its own', async () => {
    const trunk = run('trunk');
    const bytes = await writeTrace({ trunk, forks: [run('fork', { kind: 'attached', of: 'trunk' })], sealed: true, damage: null }, 'text');
    const file = await readTrace(bytes);
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\n');
    const end = lines.findIndex((line) => line.includes('"seal"'));
    const sha256 = createHash('sha256').update(lines.slice(0, end).join('')).digest('hex');
    expect(sealOf(file.trunk)).toBe(sha256);
    expect(sealOf(file.forks[0] as Trace)).toMatch(/^[0-9a-f]{64}$/);
    expect(sealOf(file.forks[0] as Trace)).not.toBe(sha256);
  });

  it('is null for a run that was not read, or has none yet', async () => {
    expect(sealOf(run('trunk'))).toBeNull();
    const text = new TextDecoder().decode(await writeTrace({ trunk: run('trunk'), forks: [], sealed: true, damage: null }, 'text'));
    const unsealed = text.slice(0, text.indexOf('{"type":"seal"'));
    expect(sealOf((await readTrace(new TextEncoder().encode(unsealed))).trunk)).toBeNull();
  });
});
