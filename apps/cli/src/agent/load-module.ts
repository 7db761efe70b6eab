import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '../errors/usage-error.ts';
import { printable } from '../render/printable.ts';
import { shortPath } from '../render/short-path.ts';
import { startProgress } from '../terminal/progress.ts';
import { packageRoot } from './agent-ref.ts';

export type ModuleExports = Readonly<Record<string, unknown>>;

/**
 * Loads a module of the user, TypeScript without a build.
 *
 * @throws UsageError with what the module itself threw as cause
 */
export async function loadModule(file: string): Promise<ModuleExports> {
  process.setSourceMapsEnabled(true);
  // Code of packages lies between an error and the agent's own files, which are what is shown of a stack.
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, 50);
  const progress = startProgress(`loading ${printable(shortPath(file))}`);
  await readyFor(file);
  try {
    return await importModule(file, pathToFileURL(file).href);
  } catch (cause) {
    throw new UsageError(`${file} could not be loaded: it throws while it is imported.`, hintFor(cause), { cause });
  } finally {
    progress.done();
  }
}

/** What a module exports; loaded before, or not. */
export async function importModule(file: string, url: string): Promise<ModuleExports> {
  // Node cannot import CommonJS that tsx has translated, only require it.
  return file.endsWith('.cts') ? requireModule(file) : ((await import(url)) as ModuleExports);
}

/** What a CommonJS module exports, in the form in which one is imported. */
export function requireModule(file: string): ModuleExports {
  const exported: unknown = createRequire(import.meta.url)(file);
  return { default: exported, ...(typeof exported === 'object' ? exported : {}) };
}

/** Lets this process load TypeScript, where a module of the user needs that. */
export async function readyFor(file: string): Promise<void> {
  if (needsTypeScript(file)) await loadTypeScript();
}

// A JavaScript agent may import TypeScript; a tsconfig.json beside its package.json says so.
function needsTypeScript(file: string): boolean {
  if (/\.[mc]?tsx?$/.test(file)) return true;
  const root = packageRoot(dirname(file));
  return root !== null && existsSync(join(root, 'tsconfig.json'));
}

let typeScript: Promise<void> | null = null;

function loadTypeScript(): Promise<void> {
  typeScript ??= (async () => {
    // Both loaders: a CommonJS module of the user requires the next one past the ESM hooks.
    const [esm, cjs] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]);
    cjs.register();
    esm.register();
  })();
  return typeScript;
}

function hintFor(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return 'Is the dependency installed, and the path of the import right?';
  return 'Nothing was run. Mend the module, or name another file.';
}
