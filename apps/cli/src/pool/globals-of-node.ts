/** The names of what Node has put there, and not the agent or a package: taken when this module is loaded, before either. */
export const globalsOfNode: ReadonlySet<string | symbol> = new Set(Reflect.ownKeys(globalThis));
