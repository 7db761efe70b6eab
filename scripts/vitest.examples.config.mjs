import { defineConfig } from 'vitest/config';

// Each test runs real commands in a copy of an example.
export default defineConfig({
  test: { name: 'examples', root: import.meta.dirname, include: ['examples.e2e.mjs'], testTimeout: 300_000, hookTimeout: 120_000 },
});
