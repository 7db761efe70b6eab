import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { loadModule } from '../agent/load-module.ts';
import { nearest } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readJsonFile } from '../inputs/read-json.ts';
import type { Config } from './config.ts';
import { configIn } from './config-in.ts';

/** A config, and the file it came from; `null` if there is none. */
export interface LoadedConfig {
  readonly file: string | null;
  readonly config: Config;
}

/**
 * The nearest config above a folder.
 *
 * @throws UsageError that names everything wrong with it at once
 */
export async function loadConfig(folder: string): Promise<LoadedConfig> {
  const file = findConfig(folder);
  if (file === null) return { file, config: {} };
  const value = file.endsWith('.json') ? readJsonFile(file).value : (await loadModule(file)).default;
  const { configSchema } = await import('./config-schema.ts');
  const parsed = configSchema.safeParse(value);
  if (!parsed.success)
    throw new UsageError(`${file} is not a config: ${describe(parsed.error)}.`, hintFor(parsed.error, Object.keys(configSchema.shape)));
  return { file, config: parsed.data as Config };
}

function findConfig(folder: string): string | null {
  for (let here = resolve(folder); ; here = dirname(here)) {
    const found = configIn(here);
    if (found !== null) return found;
    if (here === dirname(here)) return null;
  }
}

function describe(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const path = issue.path.join('.');
      if (issue.code === 'unrecognized_keys')
        return `unknown ${issue.keys.length === 1 ? 'key' : 'keys'} ${issue.keys.map((key) => (path === '' ? key : `${path}.${key}`)).join(', ')}`;
      return path === '' ? `its default export: ${issue.message}` : `${path}: ${issue.message}`;
    })
    .join('; ');
}

function hintFor(error: z.ZodError, known: readonly string[]): string {
  const unknown = error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const meant = unknown.flatMap((key) => nearest(key, known) ?? []);
  return `${meant.length === 0 ? '' : `Did you mean ${meant.join(', ')}? `}Known keys: ${known.join(', ')}.`;
}
