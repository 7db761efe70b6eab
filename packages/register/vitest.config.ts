import { defineConfig } from 'vitest/config';
import { shared } from '../../scripts/vitest-options.mjs';

export default defineConfig({ test: { ...shared, testTimeout: 300_000, hookTimeout: 300_000 } });
