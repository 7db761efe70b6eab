import { defineConfig } from 'vitest/config';

// Most tests start the real command, some of them six times, and wait for it: a worker for each core keeps them all busy.
export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.ts'],
    exclude: ['test/.tmp/**', 'node_modules/**'],
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Another number of workers than the other projects have is a group of its own for vitest.
    sequence: { groupOrder: 1 },
  },
});
