// Puts modules and everything behind them into one file each, with the licences of what went in beside it: oclif, which each start of ours loads, the
// recorder, which each process of a recorded program loads before the program, and what that starts in a thread of its own on Node 20.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = {
  oclif: 'src/oclif.ts',
  'program/record-process': 'src/program/record-process.ts',
  'program/hook-thread': 'node_modules/@stepfork/interceptor/dist/modules/hook-thread.js',
};
for (const [name, entry] of Object.entries(modules)) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: `dist/${name}.js`,
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
  writeFileSync(join(root, 'dist', `${name}.licenses.txt`), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
  // It speaks of what stood there before.
  rmSync(join(root, 'dist', `${name}.js.map`), { force: true });
}
