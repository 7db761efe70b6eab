import { withExecute } from './with-execute.ts';
import { isExecutable, originalOf, wrapExecute } from './wrapped-execute.ts';

/** What was made of a tool, by the name that it has in a set of tools: the same again each time that it is used. */
const hooked = new WeakMap<object, Map<string, object>>();

/** A set of tools as the SDK gets it: the calls of their `execute` are recorded under the names that they have in it. What `wrapTools` has wrapped stays what it is. */
export function hookTools(tools: unknown): unknown {
  if (typeof tools !== 'object' || tools === null) return tools;
  return Object.fromEntries(Object.entries(tools).map(([name, each]) => [name, hookTool(name, each)]));
}

function hookTool(name: string, each: unknown): unknown {
  if (!isExecutable(each) || originalOf(each.execute) !== null) return each;
  const byName = hooked.get(each) ?? new Map<string, object>();
  hooked.set(each, byName);
  const made = byName.get(name) ?? withExecute(each, wrapExecute(name, each, 'hooked'));
  byName.set(name, made);
  return made;
}
