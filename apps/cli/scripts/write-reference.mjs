import { readFileSync, writeFileSync } from 'node:fs';
import { renderReference } from './reference.mjs';

// Writes docs/cli.md from the manifest. With --check nothing is written, and a page that is not current ends it with 1.
const page = new URL('../../../docs/cli.md', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('../oclif.manifest.json', import.meta.url), 'utf8'));
const text = renderReference(manifest);
if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  console.error('docs/cli.md is not current. Next: pnpm --filter stepfork run docs');
  process.exitCode = 1;
}
