import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = new URL('../src/', import.meta.url);

/**
 * The page as one text: style and script stand in it, and its policy lets nothing else run and nothing be fetched.
 *
 * @returns {Promise<string>}
 */
export async function buildPage() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', source))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    write: false,
  });
  // What HTML would see in a script: its end, and the start of a comment.
  const script = outputFiles[0].text.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--');
  const [page, style] = await Promise.all(['page.html', 'style.css'].map((name) => readFile(new URL(name, source), 'utf8')));
  const policy = `default-src 'none'; script-src '${hashOf(script)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`;
  const parts = { policy, style: `<style>${style}</style>`, script: `<script>${script}</script>` };
  return page.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
