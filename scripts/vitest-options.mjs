/** How each package is tested. A machine that is busy is slow, not wrong: a limit is there for what hangs. */
export const shared = { include: ['{src,test}/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 240_000 };

/** Where no test changes what the next one finds in its process: to load everything anew for each file is more work than many a test. */
export const together = { ...shared, isolate: false };
