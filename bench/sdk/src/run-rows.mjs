import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { installNode, nodes } from '../../../scripts/lib/nodes.mjs';
import { SetupError } from '../../../scripts/lib/step.mjs';
import { installed } from './installed.mjs';

/**
 * Measures row after row, on each Node that `--node` names, else on this one. What is known is printed and, with `--json`, kept at once: with `--only` and on
 * other Nodes the rows of the file stay as they were measured.
 *
 * @template Row
 * @param {readonly (Row & { id: string, title: string, packages: readonly string[] })[]} rows
 * @param {(row: Row, given: Record<string, string>) => Promise<{ verdicts: Record<string, string> }>} measure `same`, or what is wrong, by column, and what else
 *   is kept
 * @param {import('node:util').ParseArgsOptionsConfig} options further ones, that `measure` is given
 * @throws {SetupError} that `measure` throws: then what is measured by then is kept
 */
export async function runRows(rows, measure, options = {}) {
  const own = { json: { type: 'string' }, only: { type: 'string' }, node: { type: 'string', multiple: true } };
  const { json, only, node: majors = [null], ...given } = parseArgs({ options: { ...own, ...options } }).values;
  const chosen = rows.filter(({ id }) => only === undefined || only.split(',').some((part) => id.includes(part)));
  const unknown = majors.filter((major) => major !== null && nodes[major] === undefined);
  if (chosen.length === 0 || unknown.length > 0) {
    console.error(`There is ${chosen.length === 0 ? `no row with ${only} in its name` : `no Node ${unknown.join(', ')}`}.`);
    console.error(
      `Next: --only with a part of ${rows.map(({ id }) => id).join('; ')}; --node with one of ${Object.keys(nodes).join(', ')}.`,
    );
    process.exitCode = 2;
    return;
  }
  const measured = [];
  for (const major of majors) {
    const node = await useNode(major);
    for (const row of chosen) {
      const { id, title, packages } = row;
      const found = await Promise.resolve(row)
        .then((one) => measure(one, given))
        .catch(verdictOf);
      measured.push({ id, title, node, measured: today(), versions: Object.fromEntries(packages.map(installed)), ...found });
      if (json !== undefined) writeRows(json, measured, rows);
      const shown = Object.entries(found.verdicts).map(([name, verdict]) => `${name}: ${verdict}`);
      console.log(`Node ${node}  ${id.padEnd(40)} ${shown.join('; ')}`);
    }
  }
  const all = measured.flatMap(({ verdicts }) => Object.values(verdicts));
  console.log(`\n${all.filter((one) => one === 'same').length} of ${all.length} the same`);
  process.exitCode = all.every((one) => one === 'same') ? 0 : 1;
}

/** Of a row that could not be measured. What is not there to be measured says nothing of it. */
function verdictOf(error) {
  if (error instanceof SetupError) throw error;
  return { verdicts: { replay: String(error.message) } };
}

/** From now on what is called `node` is this one, for the command and for what it starts; `null`: the one that runs. Its version. */
async function useNode(major) {
  process.env.PATH = major === null ? [dirname(process.execPath), process.env.PATH].join(delimiter) : (await installNode(major)).PATH;
  return major === null ? process.versions.node : nodes[major];
}

/** In the order of the rows, then of the Nodes; what is no row any more goes. */
function writeRows(file, measured, rows) {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).rows : [];
  const kept = before.filter((old) => !measured.some((one) => one.id === old.id && majorOf(one) === majorOf(old)));
  const sorted = rows.flatMap(({ id }) =>
    [...kept, ...measured].filter((one) => one.id === id).sort((one, other) => majorOf(one) - majorOf(other)),
  );
  writeFileSync(file, `${JSON.stringify({ rows: sorted }, null, 2)}\n`);
}

function majorOf({ node }) {
  return Number.parseInt(node, 10);
}

function today() {
  return new Date().toISOString().slice(0, 10);
}
