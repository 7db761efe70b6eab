import { type Context, slot } from './slot.ts';

/** The context of the running code: what it carries along, else that of the process, if that is a run. */
export function activeContext(): Context | undefined {
  const { context, process } = slot();
  return context.getStore() ?? process ?? undefined;
}
