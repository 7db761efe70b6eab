import Module from 'node:module';
import { warn } from '../ambient-defaults.ts';
import { hookCommonJs } from './commonjs-hook.ts';
import { loaded, resolved } from './es-hooks.ts';
import { isInstalledAround } from './is-installed-around.ts';
import type { ModulePatch, NumberedTarget } from './module-patch.ts';
import { moduleSlot } from './module-slot.ts';

/** Of Node 22.15 and later. */
type RegisterHooks = (hooks: {
  readonly resolve: (specifier: string, context: ResolveContext, next: NextResolve) => ResolveOutput;
  readonly load: (url: string, context: LoadContext, next: NextLoad) => LoadOutput;
}) => void;
type ResolveContext = Parameters<Module.ResolveHook>[1];
type ResolveOutput = Awaited<ReturnType<Module.ResolveHook>>;
type NextResolve = (specifier: string, context: ResolveContext) => ResolveOutput;
type LoadContext = Parameters<Module.LoadHook>[1];
type LoadOutput = Awaited<ReturnType<Module.LoadHook>>;
type NextLoad = (url: string, context: LoadContext) => LoadOutput;

/**
 * From now on each copy of these modules that is loaded, by `import` or by `require`, is handed to its patch first. Nothing happens to what is loaded already.
 *
 * A patch for the same exports of the same entry and first version is taken once in a process, whichever copy of Stepfork brings it.
 *
 * @param around folders of the program: Node 20 asks its hooks in another thread, which is only started where one of the packages is installed there
 */
export function patchModules(patches: readonly ModulePatch[], around: readonly string[]): void {
  const all = moduleSlot().patches;
  const added = patches.filter((patch) => !all.some((one) => isSame(one, patch)));
  if (added.length === 0) return;
  const targets = added.map(({ patch: _patch, ...target }, at): NumberedTarget => ({ ...target, number: all.length + at }));
  all.push(...added);
  try {
    install(targets, around);
  } catch (error) {
    // Test runners that load modules by themselves forbid it. What is not met then is refused where a replay would need it.
    warn(
      `Stepfork meets no SDK here, so tools that an SDK runs are not recorded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function install(targets: readonly NumberedTarget[], around: readonly string[]): void {
  hookCommonJs(targets);
  const { registerHooks } = Module as unknown as { readonly registerHooks?: RegisterHooks };
  if (registerHooks !== undefined) {
    registerHooks({
      resolve: (specifier, context, next) => resolved(targets, next(specifier, context), context),
      load: (url, context, next) => loaded(targets, url, context) ?? next(url, context),
    });
    return;
  }
  const names = new Set(targets.map((target) => target.package));
  if (isInstalledAround([...names], around)) Module.register(new URL('./hook-thread.js', import.meta.url), { data: targets });
}

function isSame(one: ModulePatch, other: ModulePatch): boolean {
  return (['package', 'entry', 'from', 'names'] as const).every((key) => String(one[key]) === String(other[key]));
}
