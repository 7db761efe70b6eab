import { defineConfig } from 'vitest/config';
import { shared } from '../../scripts/vitest-options.mjs';

export default defineConfig({ test: shared });
