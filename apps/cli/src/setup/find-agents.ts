import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['.', 'src', 'lib', 'app', 'agent', 'agents', 'src/agent', 'src/agents'];
const exported = /^export\s+(?:(default)\s+)?(?:async\s+)?(?:function\s+([\w$]+)|const\s+([\w$]+)\s*=\s*(?:async\b|\())/gm;

/** Exported functions of a project, as one types them: `./src/agent.ts#runAgent`. */
export interface FoundFunctions {
  /** They are called an agent, or stand in a file that is. */
  readonly agents: readonly string[];
  readonly others: readonly string[];
}

/** Looks into the usual folders; nothing is run. */
export function findAgents(root: string): FoundFunctions {
  const found = folders.flatMap((folder) =>
    sourcesIn(join(root, folder)).map((file) => functionsIn(root, join(folder, file).replaceAll('\\', '/'))),
  );
  return { agents: found.flatMap(({ agents }) => agents), others: found.flatMap(({ others }) => others) };
}

function sourcesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isFile() && /\.[mc]?[jt]sx?$/.test(one.name) && !/\.(?:d|test|spec|config)\.|^stepfork\./.test(one.name))
    .map(({ name }) => name)
    .sort();
}

/** Those that are called one go before the rest of the file. */
function functionsIn(root: string, file: string): FoundFunctions {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(exported)].map(([, isDefault, of, is]) => ({
    name: of ?? is ?? '',
    ref: `./${file}#${isDefault === undefined ? (of ?? is) : 'default'}`,
  }));
  const called = found.filter(({ name }) => /agent/i.test(name));
  const agents = called.length > 0 ? called : /agent/i.test(file.split('/').at(-1) ?? '') ? found : [];
  const refs = (some: typeof found): readonly string[] => some.map(({ ref }) => ref);
  return { agents: refs(agents), others: refs(found.filter((one) => !agents.includes(one))) };
}
