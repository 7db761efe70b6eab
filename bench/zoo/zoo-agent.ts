import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { model, tool } from '@stepfork/interceptor';

type Body = (input: unknown) => unknown;
interface World {
  readonly llm: Body;
  readonly tools: Readonly<Record<string, Body>>;
  readonly effects: readonly unknown[];
}

/** What really happened in the worlds behind an agent: a replay leaves all of it empty, but for bodies of live tools. */
export interface WorldLog {
  effects: number;
  bodies: number;
}

/**
 * A variant of a zoo case as an agent: modules and world are fresh for every run, and its model and tools are boundaries.
 * Variants may keep state in their modules, so a cached module would carry one run into the next.
 */
export async function zooAgent(
  folder: string,
  variant: string,
  log: WorldLog = { effects: 0, bodies: 0 },
): Promise<(input: unknown) => Promise<unknown>> {
  const module = asAgent(folder, variant);
  // Ordinary agents declare their tools while they are loaded, also those that a run never reaches.
  for (const [name, body] of Object.entries((await loadWorld(folder)).tools)) tool(name, body);
  return async (input) => {
    const world = await loadWorld(folder);
    const { run } = await freshImport<{ run: Body }>(module);
    const counted = (body: Body): Body =>
      // A proxy shows what it stands for: a generator is one, and is called as it is, with its `this` and all that it is given.
      new Proxy(body, {
        apply(...call) {
          log.bodies += 1;
          return Reflect.apply(...call);
        },
      });
    const tools = Object.fromEntries(Object.entries(world.tools).map(([name, body]) => [name, tool(name, counted(body))]));
    const llm = model((request: unknown) => (request as { model: string }).model, counted(world.llm));
    try {
      return await run({ llm, tools, input });
    } finally {
      log.effects += world.effects.length;
    }
  };
}

/** Names of all tools of a case. */
export async function toolNames(folder: string): Promise<readonly string[]> {
  return Object.keys((await loadWorld(folder)).tools);
}

async function loadWorld(folder: string): Promise<World> {
  return (await freshImport<{ makeWorld: () => World }>(join(folder, 'world.mjs'))).makeWorld();
}

let imports = 0;

async function freshImport<T>(file: string): Promise<T> {
  imports += 1;
  return (await import(`${pathToFileURL(file).href}?fresh=${imports}`)) as T;
}

const copies: string[] = [];

/** A fix keeps the name of the module that it corrects, and draws are given back by module: so all variants go by one name. */
function asAgent(folder: string, variant: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'stepfork-zoo-'));
  if (copies.length === 0) {
    process.once('exit', () => {
      for (const one of copies) rmSync(one, { recursive: true, force: true });
    });
  }
  copies.push(copy);
  cpSync(folder, copy, { recursive: true });
  // A project of its own: modules go by their path in the nearest package.
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }\n');
  cpSync(join(folder, `${variant}.mjs`), join(copy, 'agent.mjs'));
  return join(copy, 'agent.mjs');
}
