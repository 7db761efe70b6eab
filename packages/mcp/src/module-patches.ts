import type { ModuleExports, ModulePatch } from '@stepfork/interceptor';
import { type ErrorClass, registerErrorClass } from '@stepfork/trace';

type Method = (...args: unknown[]) => unknown;
type Create = (config: { readonly transport: object }) => Promise<unknown>;

/**
 * Where the clients of MCP get what carries their messages: it is wrapped there. For `patchModules` of `@stepfork/interceptor`. What wraps it is loaded with
 * the first client, so that a program without one does not wait for it.
 */
export const mcpPatches: readonly ModulePatch[] = [
  {
    package: '@modelcontextprotocol/sdk',
    entry: './client/index.js',
    from: '1.0.0',
    below: '2.0.0',
    names: [],
    meetsServers: true,
    patch: patchClient,
  },
  ...['./client/streamableHttp.js', './client/sse.js', './client/auth.js'].map((entry) => ({
    ...{ package: '@modelcontextprotocol/sdk', entry, from: '1.0.0', below: '2.0.0' },
    names: [],
    patch: registerErrors,
  })),
  { package: '@modelcontextprotocol/client', entry: '.', from: '2.0.0', names: [], meetsServers: true, patch: patchClient },
  ...[
    { from: '0.0.1', below: '1.0.0', names: ['experimental_createMCPClient'] },
    { from: '1.0.0', names: ['createMCPClient', 'experimental_createMCPClient'] },
  ].map((range) => ({ package: '@ai-sdk/mcp', entry: '.', ...range, meetsServers: true as const, patch: patchCreate })),
  // Which the AI SDK had before it had a package for it.
  { package: 'ai', entry: '.', from: '5.0.0', below: '6.0.0', names: ['experimental_createMCPClient'], patch: patchCreate },
];

function patchClient(exports: ModuleExports): ModuleExports {
  const loading = import('./wrap-transport.ts');
  const { prototype } = exports.Client as { readonly prototype: { connect: Method } };
  const { connect } = prototype;
  prototype.connect = async function (this: unknown, transport: unknown, ...rest: unknown[]) {
    const { wrapTransport } = await loading;
    return Reflect.apply(connect, this, [wrapTransport(transport as object), ...rest]);
  };
  return registerErrors(exports);
}

function patchCreate(exports: ModuleExports): ModuleExports {
  const loading = import('./wrap-transport.ts');
  const create = (exports.createMCPClient ?? exports.experimental_createMCPClient) as Create;
  const created: Create = async (config) => {
    const { wrapTransport } = await loading;
    return create({ ...config, transport: wrapTransport(config.transport) });
  };
  return { createMCPClient: created, experimental_createMCPClient: created };
}

/** So that a recorded error comes back as one that `instanceof` knows. */
function registerErrors(exports: ModuleExports): ModuleExports {
  for (const Class of Object.values(exports)) {
    if (typeof Class === 'function' && Class.prototype instanceof Error) registerErrorClass(Class as unknown as ErrorClass);
  }
  return {};
}
