import { defineConfig } from 'vitest/config';
import { together } from '../../scripts/vitest-options.mjs';

export default defineConfig({ test: together });
