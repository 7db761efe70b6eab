import type { LoadNeeds } from '@stepfork/replay';

/** Makes the process such that an agent's module can be loaded in it. The returned function takes the environment back; a replay gives its own. */
export async function meetNeeds({ http, tools, environment }: LoadNeeds): Promise<() => void> {
  if (http || tools) await import('@stepfork/register');
  const missing = Object.entries(environment).filter(([name]) => process.env[name] === undefined);
  for (const [name, pseudonym] of missing) process.env[name] = pseudonym;
  return () => {
    for (const [name] of missing) delete process.env[name];
  };
}
