import { existsSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { digest } from '../project/digest.ts';

/** Texts that are loaded in the place of modules lie in one folder, each in a file that is found by the path of its module. */
export function writeSourceText(folder: string, module: string, text: string): void {
  writeFileSync(placeOf(folder, module), text);
}

/** The file that holds the text of this module; `null`: it has its own. */
export function sourceTextFile(folder: string, module: string): string | null {
  const place = placeOf(folder, module);
  return existsSync(place) ? place : null;
}

/** With its ending, by which loaders know the language. */
function placeOf(folder: string, module: string): string {
  return join(folder, `${digest(module).slice(0, 32)}${extname(module)}`);
}
