import type { Config } from './config.ts';

/** Types a config and returns it unchanged: `export default defineConfig({ policies: { tools: { issue_refund: 'sink' } } })`. */
export function defineConfig(config: Config): Config {
  return config;
}
