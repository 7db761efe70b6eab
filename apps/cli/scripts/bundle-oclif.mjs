// Puts dist/oclif.js and everything behind it into one file, and the licences of what went in beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/oclif.ts'],
  outfile: 'dist/oclif.js',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  keepNames: true,
  metafile: true,
  logLevel: 'warning',
  // CommonJS inside, which asks for these.
  banner: {
    js: [
      "import { createRequire as toRequire } from 'node:module';",
      'const require = toRequire(import.meta.url);',
      'const __filename = import.meta.filename;',
      'const __dirname = import.meta.dirname;',
    ].join('\n'),
  },
});

const packages = new Set(Object.keys(metafile.inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
const notices = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const text = readdirSync(join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
  return `${name} ${version} (${license})\n\n${text === undefined ? '' : readFileSync(join(root, folder, text), 'utf8').trim()}`;
});
writeFileSync(join(root, 'dist', 'oclif.licenses.txt'), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
