// Puts the modules of a package into few files, after the compiler: each entry, and what entries share beside them. To find and read a hundred small
// files is most of what an import costs. Run in the folder of the package; arguments are entries that `exports` does not name, below dist.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = [
  ...Object.values(exports).flatMap((target) => target.default ?? []),
  ...process.argv.slice(2).map((file) => `dist/${file}`),
];
const { outputFiles } = await build({
  // Side by side: a module that starts another one as a thread finds it beside itself.
  entryPoints: entries.map((file) => ({ in: file, out: basename(file, '.js') })),
  outdir: 'dist',
  chunkNames: 'shared-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  write: false,
  logLevel: 'warning',
});
for (const file of readdirSync('dist', { recursive: true })) if (/\.js(?:\.map)?$/.test(file)) rmSync(join('dist', file));
for (const { path, contents } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}
