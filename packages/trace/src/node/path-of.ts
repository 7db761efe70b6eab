import { fileURLToPath } from 'node:url';

export function pathOf(file: string | URL): string {
  return typeof file === 'string' ? file : fileURLToPath(file);
}
