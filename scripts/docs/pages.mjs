import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../lib/workspace.mjs';

/**
 * @typedef {{ language: string, file: string | null, line: number, text: string }} Block a fenced block; `file` from the fence's `file=…`.
 * @typedef {{ path: string, text: string, blocks: readonly Block[], headings: readonly string[] }} Page `path` is relative to the root, with `/`.
 */

/** Every Markdown page of the project that people read, parsed. @returns {Page[]} */
export function readPages() {
  return [
    '',
    'docs',
    'docs/decisions',
    'examples',
    ...folders('packages'),
    'packages/trace/conformance',
    ...folders('apps'),
    ...folders('examples'),
    'bench',
  ]
    .flatMap((folder) => markdownIn(folder))
    .map((path) => parsePage(path, readFileSync(join(root, path), 'utf8')));
}

/** @param {string} path @param {string} text @returns {Page} */
export function parsePage(path, text) {
  const blocks = [];
  const headings = [];
  let open = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const fence = /^\s*```(.*)$/.exec(line);
    if (open !== null) {
      if (fence?.[1].trim() === '') {
        blocks.push({ ...open, text: `${open.lines.join('\n')}\n` });
        open = null;
      } else open.lines.push(line);
    } else if (fence) {
      const [language = '', ...attributes] = fence[1].trim().split(/\s+/);
      const file = attributes.find((attribute) => attribute.startsWith('file='))?.slice('file='.length) ?? null;
      open = { language, file, line: index + 1, lines: [] };
    } else if (/^#+ /.test(line)) headings.push(anchor(line.replace(/^#+ /, '')));
  }
  return { path, text, blocks, headings };
}

/** The anchor that GitHub gives a heading. */
function anchor(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

function folders(top) {
  return readdirSync(join(root, top), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${top}/${entry.name}`);
}

function markdownIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(root, folder, entry.name)).replaceAll('\\', '/'));
}
