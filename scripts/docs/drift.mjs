import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { manifest, members, published, readJson, root } from '../lib/workspace.mjs';
import { staleTables } from './stale-tables.mjs';

/** @typedef {import('./pages.mjs').Page} Page */

/**
 * What the pages say that package.json files decide: versions, install lines, scripts, the table of packages, links.
 * Each check gives the sentences that are wrong.
 *
 * @param {readonly Page[]} pages
 * @param {{ write: boolean, parts: Record<string, string> }} options `write` mends generated parts instead of reporting them; `parts`: further ones, by the
 *   name of their marks
 * @returns {Record<string, string[]>} problems by check
 */
export function findDrift(pages, { write, parts }) {
  return {
    versions: pages.flatMap(wrongVersions),
    'install lines': pages.flatMap(wrongInstallLines),
    scripts: pages.flatMap(wrongScripts),
    links: pages.flatMap((page) => brokenLinks(page, pages)),
    'generated tables': staleTables(pages, write, parts),
    'one version': unequalVersions(),
    changelog: missingInChangelog(),
    readmes: packagesWithoutReadme(pages),
    'lists of exports': pagesOfPackages(pages).flatMap(wrongExports),
    decisions: unlistedDecisions(),
    'lists of examples': unnamedExamples(pages),
    'lists of folders': unnamedFolders(pages),
    'copies of the example': unlikeTheExample(pages),
  };
}

function wrongVersions(page) {
  const node = manifest.engines.node.replace('>=', '');
  const facts = [
    [/\bNode(?:\.js)? ?(?:≥|>=) ?(\d+(?:\.\d+)*)/g, node, 'engines.node'],
    [/\bpnpm[ @](\d+\.\d+\.\d+)/g, manifest.packageManager.replace('pnpm@', ''), 'packageManager'],
    [/(?:\bstepfork|@stepfork\/[a-z-]+)@(\d+\.\d+\.\d+[\w.-]*)/g, manifest.version, 'version'],
    [/\b[Vv]ersion (\d+\.\d+\.\d+)/g, manifest.version, 'version'],
  ];
  if (page.path === 'CHANGELOG.md') return [];
  return facts.flatMap(([pattern, fact, field]) =>
    [...page.text.matchAll(pattern)]
      .filter(([, said]) => said !== fact)
      .map(([text]) => `${page.path} says "${text}", package.json says ${fact} (${field}).`),
  );
}

function wrongInstallLines(page) {
  const known = new Set([...published().map(({ json }) => json.name), ...Object.keys(manifest.devDependencies)]);
  const lines = [...page.text.matchAll(/\b(?:npm (?:install|i)|pnpm add|yarn add|bun add)\b([^\n`]*)/g)];
  return lines.flatMap(([line, rest]) =>
    rest
      .split(/\s+/)
      .filter((word) => word !== '' && !word.startsWith('-'))
      .map((word) => word.replace(/(?<=.)@[^@/]*$/, '').replace(/[.,;:)]$/, ''))
      .filter((name) => /^[@a-z]/.test(name) && !known.has(name))
      .map((name) => `${page.path}: "${line.trim()}" installs ${name}, which this workspace neither publishes nor uses.`),
  );
}

function wrongScripts(page) {
  const ofExample = join(root, dirname(page.path), 'package.json');
  const here = /^examples\/[^/]+\//.test(page.path) && existsSync(ofExample) ? readJson(ofExample).scripts : {};
  const known = { ...manifest.scripts, ...here };
  return [...page.text.matchAll(/\bnpm run ([a-z][a-z0-9:-]*)/g)]
    .filter(([, script]) => known[script] === undefined)
    .map(([text]) => `${page.path} says "${text}", but there is no such script.`);
}

function brokenLinks(page, pages) {
  const prose = page.text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, target]) => {
    const [path, hash] = target.split('#');
    const file = path === '' ? page.path : posix.normalize(posix.join(posix.dirname(page.path), path));
    if (file.startsWith('..')) return [`${page.path}: the link ${target} leads out of the repository.`];
    if (!existsSync(join(root, file))) return [`${page.path}: the link ${target} leads to no file.`];
    const linked = pages.find((other) => other.path === file);
    if (hash && linked && !linked.headings.includes(hash)) return [`${page.path}: the link ${target} leads to no heading.`];
    return [];
  });
}

function unequalVersions() {
  return members()
    .filter(({ json }) => json.version !== manifest.version || json.license !== manifest.license)
    .map(
      ({ folder, json }) =>
        `${folder} is ${json.version} under ${json.license}, the workspace ${manifest.version} under ${manifest.license}.`,
    );
}

function missingInChangelog() {
  const file = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const first = /^## (\d+\.\d+\.\d+)/m.exec(file)?.[1];
  return first === manifest.version ? [] : [`CHANGELOG.md starts with ${first}, package.json says ${manifest.version}.`];
}

function packagesWithoutReadme(pages) {
  return published().flatMap(({ folder }) => {
    const page = pages.find(({ path }) => path === `${folder}/README.md`);
    if (!page) return [`${folder} has no README.md.`];
    return page.text.includes('../../README.md') ? [] : [`${page.path} does not lead up to the README of the project.`];
  });
}

function pagesOfPackages(pages) {
  return members().flatMap(({ folder, json }) => {
    const page = pages.find(({ path }) => path === `${folder}/README.md`);
    return page ? [{ page, exported: entriesOf(folder, json).flatMap(exportsOf) }] : [];
  });
}

/**
 * Values that a package exports and its README does not name, and names that its table of exports lists and the package does not have. Types stand beside
 * what takes them.
 *
 * @param {{ page: Page, exported: readonly { name: string, isType: boolean }[] }} of
 */
export function wrongExports({ page, exported }) {
  const known = new Set(exported.map(({ name }) => name));
  const unnamed = exported.filter(({ name, isType }) => !isType && !page.text.includes(`\`${name}\``));
  const gone = listedExports(page.text).filter((name) => !known.has(name));
  return [
    ...unnamed.map(({ name }) => `${page.path} does not name the export ${name}.`),
    ...gone.map((name) => `${page.path} lists ${name}, which is no export.`),
  ];
}

/** The names in the first column of its table of exports. */
function listedExports(text) {
  const [, section = ''] = text.split(/^## Exports$/m);
  const cells = [...section.split(/^## /m)[0].matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Za-z_$][\w$]*)`/g)].map(([, name]) => name));
}

function entriesOf(folder, { exports = {} }) {
  return Object.values(exports)
    .map((target) => /^\.\/dist\/(\w+)\.js$/.exec(target.default ?? target.import ?? target)?.[1])
    .filter((name) => name !== undefined)
    .map((name) => join(root, folder, 'src', `${name}.ts`));
}

function exportsOf(file) {
  const lists = readFileSync(file, 'utf8').matchAll(/^export (type )?\{([^}]*)\}/gm);
  return [...lists].flatMap(([, allTypes, list]) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        name: name.replace(/^type /, '').replace(/^\w+ as /, ''),
        isType: allTypes !== undefined || name.startsWith('type '),
      })),
  );
}

function unlistedDecisions() {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
  return readdirSync(join(root, 'docs/decisions'))
    .filter((name) => /^\d{4}-/.test(name) && !index.includes(`](${name})`))
    .map((name) => `docs/decisions/README.md does not list ${name}.`);
}

/** Who looks for the example of his SDK finds it wherever he begins; the back office is no example of anything. */
function unnamedExamples(pages) {
  const all = readdirSync(join(root, 'examples'), { withFileTypes: true });
  const names = all.filter((entry) => entry.isDirectory() && entry.name !== 'back-office').map(({ name }) => name);
  return ['README.md', 'docs/architecture.md', 'examples/README.md'].flatMap((path) => {
    const { text } = pages.find((page) => page.path === path);
    return names.filter((name) => !text.includes(name)).map((name) => `${path} does not name the example ${name}.`);
  });
}

/** The folders of the packages that are too large for one, each package in a table of its own. */
function unnamedFolders(pages) {
  const { text } = pages.find(({ path }) => path === 'docs/architecture.md');
  return ['packages/trace', 'packages/replay', 'packages/interceptor', 'packages/http', 'apps/cli', 'apps/cli/src/program'].flatMap(
    (folder) => {
      const source = folder.includes('/src/') ? folder : `${folder}/src`;
      const [, table = ''] = text.split(new RegExp(`\`${folder}\`[^\\n]*:\\n\\n`));
      const named = [...table.split('\n\n')[0].matchAll(/`([a-z-]+)\/`/g)].map(([, name]) => name);
      const there = readdirSync(join(root, source), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
      return [
        ...there.filter((name) => !named.includes(name)).map((name) => `docs/architecture.md does not name ${source}/${name}/.`),
        ...named
          .filter((name) => !there.includes(name))
          .map((name) => `docs/architecture.md names ${source}/${name}/, which is not there.`),
      ];
    },
  );
}

/** What docs/exporters.md shows as a file of the example is that file. */
function unlikeTheExample(pages) {
  const page = pages.find(({ path }) => path === 'docs/exporters.md');
  return page.blocks
    .filter(({ file }) => file?.startsWith('tap/'))
    .map(({ file, text }) => ({ file: file.replace('tap/', 'examples/exporter-tap/'), text }))
    .filter(({ file, text }) => readFileSync(join(root, file), 'utf8') !== text)
    .map(({ file }) => `docs/exporters.md shows another ${file} than there is.`);
}
