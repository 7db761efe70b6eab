import { basename } from 'node:path';

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * What a server is called before it has said its name: the program that is run, or the path where it listens. Machines differ in the folders of the one
 * and in the host of the other.
 */
export function serverLabel(transport: object): string {
  const { _serverParams, serverParams, _url, url } = transport as Readonly<Record<string, unknown>>;
  const command = commandOf(_serverParams) ?? commandOf(serverParams);
  if (command !== null) return programOf(command);
  const address = _url ?? url;
  if (address instanceof URL) return address.pathname;
  if (typeof address === 'string' && URL.canParse(address)) return new URL(address).pathname;
  return 'server';
}

function commandOf(params: unknown): Command | null {
  if (typeof params !== 'object' || params === null || !('command' in params) || typeof params.command !== 'string') return null;
  const args = 'args' in params && Array.isArray(params.args) ? (params.args as unknown[]).map(String) : [];
  return { command: params.command, args };
}

/** Of `npx -y @example/server-files@latest /tmp` it is `server-files`. */
function programOf({ command, args }: Command): string {
  const program = nameOf(command);
  if (!runners.has(program)) return program;
  const script = args.find((arg) => !arg.startsWith('-') && !subcommands.has(arg));
  return script === undefined ? program : nameOf(script);
}

function nameOf(path: string): string {
  return basename(path.replaceAll('\\', '/'))
    .replace(/(?<=.)@[^@]*$/, '')
    .replace(/\.(?:exe|cmd|[cm]?[jt]s|py)$/i, '');
}

const runners: ReadonlySet<string> = new Set([
  'node',
  'npx',
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'bunx',
  'deno',
  'tsx',
  'uv',
  'uvx',
  'python',
  'python3',
]);
const subcommands: ReadonlySet<string> = new Set(['exec', 'dlx', 'run', 'x']);
