import { existsSync } from 'node:fs';
import { join } from 'node:path';

const names = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `stepfork.config.${ending}`);

/** The config that lies in this very folder; `null`: none does. */
export function configIn(folder: string): string | null {
  return names.map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}
