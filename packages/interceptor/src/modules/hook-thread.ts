// Loaded by Node 20 in the thread in which it asks what is imported: `module.register`.
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module';
import { loaded, resolved } from './es-hooks.ts';
import type { NumberedTarget } from './module-patch.ts';

let targets: readonly NumberedTarget[] = [];

export const initialize: InitializeHook<readonly NumberedTarget[]> = (data) => {
  targets = data;
};

export const resolve: ResolveHook = async (specifier, context, next) => resolved(targets, await next(specifier, context), context);

export const load: LoadHook = async (url, context, next) => loaded(targets, url, context) ?? next(url, context);
