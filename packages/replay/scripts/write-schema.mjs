// Writes schema/case.schema.json from the built package: node scripts/write-schema.mjs
import { writeFileSync } from 'node:fs';
import { caseJsonSchema } from '../dist/case-json-schema.js';

writeFileSync(new URL('../schema/case.schema.json', import.meta.url), `${JSON.stringify(caseJsonSchema(), null, 2)}\n`);
