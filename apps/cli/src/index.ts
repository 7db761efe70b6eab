export type { Config } from './config/config.ts';
export { defineConfig } from './config/define-config.ts';
