// Adds what is new in the lists of cases to conformance/, with what the built reader makes of it. What is there stays as it is: no command
// writes it again. pnpm --filter @stepfork/trace run conformance
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readTrace } from '../../dist/index.js';
import { blocks, packed, text } from './bytes.mjs';
import { otherCases } from './other-cases.mjs';
import { resultOf } from './result-of.mjs';
import { wholeCases } from './whole-cases.mjs';

const folder = new URL('../../conformance/', import.meta.url);
const suiteFile = new URL('suite.json', folder);
const suite = existsSync(suiteFile) ? JSON.parse(readFileSync(suiteFile, 'utf8')) : [];
const known = new Set(suite.map(({ file }) => file));

for (const [name, shows, events] of wholeCases) {
  await add(`${name}.sftrace.jsonl`, shows, text(events));
  await add(`${name}.sftrace`, `${shows} As it grows: framing 1.`, packed(events));
  await add(`${name}.blocks.sftrace`, `${shows} As it is kept: framing 2.`, await blocks(events));
}
for (const [file, shows, bytes] of await otherCases()) await add(file, shows, bytes);
for (const file of readdirSync(new URL('files/', folder))) {
  await add(file, 'Kept from the day when it was written.', readFileSync(new URL(`files/${file}`, folder)));
}
writeFileSync(suiteFile, `[\n${suite.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);

async function add(file, shows, bytes) {
  if (known.has(file)) return;
  known.add(file);
  writeFileSync(new URL(`files/${file}`, folder), bytes);
  const { trace, ...result } = await resultOf(() => readTrace(bytes));
  if (trace === undefined) suite.push({ file, shows, ...result });
  else suite.push({ file, shows, reads: { traces: keep(file, trace), ...result } });
}

/** The name of the file that holds these traces: the same ones in another encoding share it. */
function keep(file, trace) {
  const indented = JSON.stringify(trace, null, 1);
  // Of what is nested deep most would be spaces.
  const json = `${indented.length < 100_000 ? indented : JSON.stringify(trace)}\n`;
  const base = file.replace(/(\.blocks)?\.sftrace(\.jsonl)?$/, '');
  for (const name of [`${base}.json`, `${file}.json`]) {
    const path = new URL(`traces/${name}`, folder);
    if (!existsSync(path)) writeFileSync(path, json);
    if (readFileSync(path, 'utf8') === json) return name;
  }
  throw new Error(`${file} reads as none of what is kept`);
}
