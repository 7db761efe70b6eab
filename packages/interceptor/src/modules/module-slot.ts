import { type ProcessWide, processWide } from '@stepfork/trace';
import type { ModuleExports, ModulePatch } from './module-patch.ts';

/** What all copies of this package in one process share. Its shape may change only together with `protocol`. */
interface ModuleSlot extends ProcessWide {
  /** In the order in which they came; each is known by its place. */
  readonly patches: ModulePatch[];
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
  const replaced = once((numbers, exports) =>
    Object.assign({}, ...numbers.map((number) => replacedBy(patches[number] as ModulePatch, exports))),
  );
  const required = once((numbers, exports) => {
    const own = replaced(numbers, exports);
    return new Proxy(exports, {
      get: (target, name, self) => Reflect.get(typeof name === 'string' && name in own ? own : target, name, self),
    });
  });
  return { patches, replaced, required };
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

function replacedBy({ names, patch }: ModulePatch, exports: ModuleExports): ModuleExports {
  const given = patch(exports);
  return Object.fromEntries(names.map((name) => [name, given[name] ?? exports[name]]));
}
