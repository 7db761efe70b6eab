import { type ProcessWide, processWide } from '@stepfork/trace';
import { warn } from '../ambient-defaults.ts';
import type { ModuleExports, ModulePatch } from './module-patch.ts';

/** What all copies of this package in one process share. Its shape may change only together with `protocol`. */
interface ModuleSlot extends ProcessWide {
  /** In the order in which they came; each is known by its place. */
  readonly patches: ModulePatch[];
  /** Packages of which a copy was handed to a patch. */
  readonly met: Set<string>;
  /** What patches put in the place of exports of this copy, by name. Also called by source text: see `stand-in.ts`. */
  readonly replaced: (patches: readonly number[], exports: ModuleExports) => ModuleExports;
  /** What CommonJS gets in the place of `exports`: the same object, but for what is replaced. */
  readonly required: (patches: readonly number[], exports: ModuleExports) => ModuleExports;
}

const protocol = 1;
const key: unique symbol = Symbol.for('stepfork.modules') as never;

export function moduleSlot(): ModuleSlot {
  return processWide('@stepfork/interceptor', key, protocol, emptySlot);
}

function emptySlot(): Omit<ModuleSlot, 'protocol'> {
  const patches: ModulePatch[] = [];
  const packages: Packages = { met: new Set(), failed: new Set() };
  const replaced = once((numbers, exports) =>
    Object.assign({}, ...numbers.map((number) => replacedBy(patches[number] as ModulePatch, exports, packages))),
  );
  const required = once((numbers, exports) => withReplaced(exports, replaced(numbers, exports)));
  return { patches, met: packages.met, replaced, required };
}

type Replace = (patches: readonly number[], exports: ModuleExports) => ModuleExports;

function once(replace: Replace): Replace {
  const done = new WeakMap<ModuleExports, ModuleExports>();
  return (numbers, exports) => {
    const made = done.get(exports) ?? replace(numbers, exports);
    done.set(exports, made);
    return made;
  };
}

interface Packages {
  readonly met: Set<string>;
  readonly failed: Set<string>;
}

function replacedBy({ package: name, names, patch }: ModulePatch, exports: ModuleExports, { met, failed }: Packages): ModuleExports {
  const given = patched(name, patch, exports, failed);
  // Half met is not met: nobody may rely on it.
  if (failed.has(name)) met.delete(name);
  else met.add(name);
  return Object.fromEntries(names.map((one) => [one, given?.[one] ?? exports[one]]));
}

/** `null`: it threw, as where a version has other exports than are known here. The program then gets the module as it is. */
function patched(name: string, patch: ModulePatch['patch'], exports: ModuleExports, failed: Set<string>): ModuleExports | null {
  try {
    return patch(exports);
  } catch (error) {
    if (!failed.has(name))
      warn(
        `Stepfork does not meet ${name}, so tools that it runs are not recorded: ${error instanceof Error ? error.message : String(error)}`,
      );
    failed.add(name);
    return null;
  }
}

/** An object of its own, which asks the exports for all the rest: a transpiler that exports again what it has required looks at how each of them is defined. */
function withReplaced(exports: ModuleExports, replaced: ModuleExports): ModuleExports {
  if (typeof exports === 'function')
    return new Proxy(exports, { get: (target, name) => Reflect.get(Object.hasOwn(replaced, name) ? replaced : target, name) });
  const all = Object.getOwnPropertyDescriptors(exports);
  for (const name of Reflect.ownKeys(all) as string[]) {
    const enumerable = all[name]?.enumerable === true;
    const get = (): unknown => (Object.hasOwn(replaced, name) ? replaced : exports)[name];
    Object.defineProperty(all, name, { value: { enumerable, configurable: true, get }, enumerable: true });
  }
  return Object.create(Object.getPrototypeOf(exports) as object | null, all) as ModuleExports;
}
