// Writes schema/trace-line.schema.json from the built package: pnpm --filter @stepfork/trace run schema
import { writeFileSync } from 'node:fs';
import { traceJsonSchema } from '../dist/trace-json-schema.js';

writeFileSync(new URL('../schema/trace-line.schema.json', import.meta.url), `${JSON.stringify(traceJsonSchema(), null, 2)}\n`);
