import { defineConfig } from 'vitest/config';

// A machine that is busy is slow, not wrong: a limit is there for what hangs.
export default defineConfig({ test: { include: ['{src,test}/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 240_000 } });
