import type { ResolveHook } from 'node:module';

/**
 * Module hook: what a module with the mark of a run imports gets the same mark, so that node loads it anew for that run. Only files of the
 * agent's own package: installed packages are shared, as in any process.
 */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context);
  const { parentURL } = context;
  if (parentURL?.includes('stepfork-run=') !== true) return resolved;
  const marks = new URL(parentURL).searchParams;
  const [run, root] = [marks.get('stepfork-run'), marks.get('stepfork-root')];
  if (run === null || root === null || !resolved.url.startsWith(root) || resolved.url.includes('/node_modules/')) return resolved;
  return { ...resolved, url: markUrl(resolved.url, run, root) };
};

export function markUrl(url: string, run: string, root: string): string {
  const marked = new URL(url);
  marked.searchParams.set('stepfork-run', run);
  marked.searchParams.set('stepfork-root', root);
  return marked.href;
}
