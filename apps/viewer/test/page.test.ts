import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildPage } from '../scripts/build-page.mjs';

it('the page is one file: it names nothing that would be fetched, and its policy lets only its own script run', async () => {
  const page = await buildPage();
  expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|base)\b|\bsrc=|@import|url\(/i);
  expect(page.match(/<script\b/g)).toHaveLength(1);
  const script = /<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  expect(page).toContain(`default-src 'none'; script-src 'sha256-${hash}';`);
  expect(page).not.toMatch(/\bnode:|__NODE__/);
});
