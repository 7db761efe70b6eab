import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['.', 'src', 'lib', 'app', 'agent', 'agents', 'src/agent', 'src/agents'];
const exported = /^export\s+(?:(default)\s+)?(?:async\s+)?(?:function\s+([\w$]+)|const\s+([\w$]+)\s*=\s*(?:async\b|\())/gm;

/** Exported functions that are called an agent, or stand in a file that is: `./src/agent.ts#runAgent`. Nothing is run. */
export function findAgents(root: string): readonly string[] {
  return folders.flatMap((folder) =>
    sourcesIn(join(root, folder)).flatMap((file) => agentsIn(root, join(folder, file).replaceAll('\\', '/'))),
  );
}

function sourcesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isFile() && /\.[mc]?[jt]sx?$/.test(one.name) && !/\.(?:d|test|spec|config)\.|^stepfork\./.test(one.name))
    .map(({ name }) => name)
    .sort();
}

/** Those that are called one go before the rest of the file. */
function agentsIn(root: string, file: string): readonly string[] {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(exported)].map(([, isDefault, of, is]) => ({
    name: of ?? is ?? '',
    ref: `./${file}#${isDefault === undefined ? (of ?? is) : 'default'}`,
  }));
  const called = found.filter(({ name }) => /agent/i.test(name));
  const meant = called.length > 0 ? called : /agent/i.test(file.split('/').at(-1) ?? '') ? found : [];
  return meant.map(({ ref }) => ref);
}
