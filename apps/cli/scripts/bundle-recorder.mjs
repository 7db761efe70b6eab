// Puts dist/program/record-process.js and everything behind it into one file: it is loaded by every process that is recorded, before the program.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  entryPoints: ['src/program/record-process.ts'],
  outfile: 'dist/program/record-process.js',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  keepNames: true,
  logLevel: 'warning',
  banner: { js: "import { createRequire as toRequire } from 'node:module';\nconst require = toRequire(import.meta.url);" },
});
