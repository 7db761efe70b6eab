import { readFileSync } from 'node:fs';
import type { AgentRef } from '../agent/agent-ref.ts';
import { listKnown } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';

const exported = /^export\s+(?:async\s+)?(?:function|const)\s+([\w$]+)/gm;

/**
 * The module is read, not run: what names the export nowhere has none, unless it passes on all of another module.
 *
 * @throws UsageError with the names that it does export
 */
export function requireExport({ file, exportName }: AgentRef, named: string): void {
  const source = readFileSync(file, 'utf8');
  if (source.split(/[^\w$]+/).includes(exportName) || /\bexport\s*\*|\bmodule\.exports\b/.test(source)) return;
  const names = [...source.matchAll(exported)].map(([, name]) => name ?? '').sort();
  throw new UsageError(
    `${named}: the module has no export "${exportName}".`,
    listKnown(exportName, names, 'exports').replace('mean ', 'mean #'),
  );
}
