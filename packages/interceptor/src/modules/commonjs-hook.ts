import Module from 'node:module';
import { meantBy } from './meant-by.ts';
import type { ModuleExports, NumberedTarget } from './module-patch.ts';
import { moduleSlot } from './module-slot.ts';

/** What Node gives to who replaces how `require` loads. The first two are not in its types, and have been there since its beginnings. */
interface CommonJsLoader {
  _load: (this: unknown, request: string, parent: NodeModule | null | undefined, isMain: boolean) => unknown;
  readonly _resolveFilename: (request: string, parent: NodeModule, isMain: boolean) => string;
  readonly _cache: Readonly<Record<string, NodeModule | undefined>>;
}

/** Hands what `require` loads to the patches. What `import` loads of CommonJS has no parent, and is met where it is imported. */
export function hookCommonJs(targets: readonly NumberedTarget[]): void {
  const loader = Module as unknown as CommonJsLoader;
  const load = loader._load;
  loader._load = function stepforkLoad(request, parent, isMain) {
    const exports = Reflect.apply(load, this, [request, parent, isMain]);
    if (parent === null || parent === undefined || !mayBePackage(request) || !isObject(exports)) return exports;
    const file = loader._resolveFilename(request, parent, isMain);
    const meant = meantBy(targets, file, parent.filename ?? null);
    // While it is being loaded nothing is ready: who asks for it then gets what is there.
    if (meant.length === 0 || loader._cache[file]?.loaded === false) return exports;
    return moduleSlot().required(
      meant.map(({ number }) => number),
      exports,
    );
  };
}

function mayBePackage(request: string): boolean {
  return /^[^./\\]/.test(request) ? !Module.isBuiltin(request) : /[\\/]node_modules[\\/]/.test(request);
}

function isObject(value: unknown): value is ModuleExports {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
