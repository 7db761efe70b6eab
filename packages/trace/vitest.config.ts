import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.ts'],
    // No test changes what the next one finds in this process, and to load everything anew for each file is more work than the tests.
    isolate: false,
    // A machine that is busy is slow, not wrong: a limit is there for what hangs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
