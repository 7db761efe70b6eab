import { defineConfig } from 'vitest/config';

// Most tests start the real command, some of them six times.
export default defineConfig({
  test: { include: ['{src,test}/**/*.test.ts'], exclude: ['test/.tmp/**', 'node_modules/**'], testTimeout: 60_000 },
});
