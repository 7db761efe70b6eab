import type { ModuleExports } from './load-module.ts';

/** An export of an ES module, or a property of what a CommonJS module exports. */
export function pickExport(exports: ModuleExports, name: string): unknown {
  if (name in exports) {
    const value = exports[name];
    // A transpiled CommonJS module keeps its own default one level further in.
    return name === 'default' && isRecord(value) && typeof value.default === 'function' ? value.default : value;
  }
  const inner = exports.default;
  return isRecord(inner) ? inner[name] : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
