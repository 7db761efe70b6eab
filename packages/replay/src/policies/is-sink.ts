import type { PolicyRules } from '../test-case.ts';

/** Whether these rules make the tool a sink: by its name, else by `*`. */
export function isSink({ tools = {} }: PolicyRules, name: string): boolean {
  return (Object.hasOwn(tools, name) ? tools[name] : tools['*']) === 'sink';
}
