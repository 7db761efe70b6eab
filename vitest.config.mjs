import { defineConfig } from 'vitest/config';

// One run over all packages, each with its own config.
export default defineConfig({ test: { projects: ['packages/*', 'apps/*', 'scripts', './scripts/vitest.examples.config.mjs'] } });
