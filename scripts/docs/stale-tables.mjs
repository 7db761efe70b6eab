import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { published, readJson, root } from '../lib/workspace.mjs';
import { programTable } from './program-table.mjs';
import { sdkTable } from './sdk-table.mjs';
import { verdictTable } from './verdict-table.mjs';
import { zooTable } from './zoo-table.mjs';

/** Tables between marks: `packages` from the package.json files, the others from what a `bench:*` script has measured. */
export function staleTables(pages, write, parts) {
  const tables = {
    packages: packageTable,
    zoo: () => zooTable(readJson(join(root, 'bench/zoo/results.json'))),
    sdks: () => sdkTable(readJson(join(root, 'bench/sdk/results.json'))),
    tools: () => verdictTable(readJson(join(root, 'bench/sdk/tools/results.json')), 'tools'),
    mcp: () => verdictTable(readJson(join(root, 'bench/sdk/mcp/results.json')), 'mcp'),
    programs: () => programTable(readJson(join(root, 'bench/sdk/programs/results.json'))),
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, () => text])),
  };
  return pages.flatMap((page) => {
    const fresh = Object.entries(tables).reduce((text, [name, table]) => {
      const marked = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
      return text.replace(marked, (_, start, end) => start + table(page) + end);
    }, page.text);
    if (fresh === page.text) return [];
    if (write) {
      writeFileSync(join(root, page.path), fresh);
      return [];
    }
    return [`${page.path}: a generated table is not what its source says. \`node scripts/check-docs.mjs --write\` mends it.`];
  });
}

function packageTable(page) {
  const up = '../'.repeat(page.path.split('/').length - 1);
  const rows = published().map(({ folder, json }) => {
    const ours = Object.keys(json.dependencies ?? {}).map((name) => name.replace('@stepfork/', ''));
    return `| [\`${json.name}\`](${up}${folder}/README.md) | ${json.description} | ${ours.join(', ')} |`;
  });
  return `| package | what it does | dependencies |\n|---|---|---|\n${rows.join('\n')}\n`;
}
