import { meetsServers, metIn, metPackages } from '@stepfork/interceptor';
import type { Trace } from '@stepfork/trace';

/**
 * The packages of the recording that are not met here, where one of them may be a client that would start its server for real: the recorded agent has connected to one,
 * and no client of servers was met in this process. `null`: no server can be started past us.
 */
export function unmetServers({ steps, run, draws }: Pick<Trace, 'steps' | 'run' | 'draws'>): () => readonly string[] | null {
  const recorded = steps.some(({ call }) => call.name === 'MCP initialize') ? metIn({ run, draws }) : [];
  return () => {
    const here = metPackages();
    const packages = recorded.filter((name) => !here.includes(name));
    return packages.length === 0 || meetsServers() ? null : packages;
  };
}
