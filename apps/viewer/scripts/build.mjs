// Writes dist/viewer.html.
import { mkdirSync, writeFileSync } from 'node:fs';
import { buildPage } from './build-page.mjs';

mkdirSync(new URL('../dist/', import.meta.url), { recursive: true });
writeFileSync(new URL('../dist/viewer.html', import.meta.url), await buildPage());
