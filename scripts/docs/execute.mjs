import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { copyProject } from '../lib/copy-project.mjs';
import { run } from '../lib/run.mjs';
import { env, root } from '../lib/workspace.mjs';
import { lintWorkflow } from './workflow.mjs';

/**
 * Executes the blocks of one page, in order, in a folder of its own outside the repository: for a page of an example a copy of it,
 * else an empty project in which the published packages are installed. CONTRIBUTING.md tells writers the rules.
 *
 * @param {import('./pages.mjs').Page} page
 * @returns {Promise<{ passed: number, problems: string[] }>}
 */
export async function executePage(page) {
  const problems = [];
  let passed = 0;
  if (page.blocks.length === 0) return { passed, problems };
  const example = /^examples\/[^/]+(?=\/README\.md$)/.exec(page.path)?.[0];
  const scratch = mkdtempSync(join(tmpdir(), 'stepfork-docs-'));
  const folder = join(scratch, 'project');
  try {
    copyProject(join(root, example ?? 'docs'), folder, { filesToo: example !== undefined });
    for (const block of page.blocks) {
      const found = await executeBlock(block, folder, page);
      if (found === null) passed += 1;
      else problems.push(`${page.path}:${block.line}: ${found}`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return { passed, problems };
}

/** What is wrong with a block; `null` if nothing. */
async function executeBlock(block, folder, page) {
  if (block.file !== null) return writeBlock(block, folder, page);
  switch (block.language) {
    case 'ts':
      return runTypeScript(block, folder);
    case 'sh':
      return runShell(block, folder);
    case 'json':
      return parses(block.text);
    case 'text':
      return null;
    default:
      return `a block in "${block.language}" is not executed; use ts, sh or json, or mark it as text.`;
  }
}

function writeBlock(block, folder, page) {
  const file = join(folder, block.file);
  if (!file.startsWith(folder + sep)) return `the block wants to be written outside its folder: ${block.file}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, block.text);
  if (block.file.startsWith('.github/workflows/')) return lintWorkflow(block.text, commandsOf(page));
  return block.language === 'json' ? parses(block.text) : null;
}

/** Those of all its `sh` blocks, as they are typed. */
function commandsOf({ blocks }) {
  return blocks
    .filter(({ language, file }) => language === 'sh' && file === null)
    .flatMap(({ text }) => [...text.matchAll(/^\$ (.*?)(?:\s+# exit \d+)?$/gm)].map(([, command]) => command));
}

async function runTypeScript(block, folder) {
  const name = `block-at-line-${block.line}.ts`;
  writeFileSync(join(folder, name), block.text);
  const { code, output } = await run('tsx', [name], { cwd: folder, env: environment(folder) });
  rmSync(join(folder, name));
  return code === 0 ? null : `the block ended with ${code}:\n${output}`;
}

/** Lines that start with `$ ` are commands, `# exit N` after one is its exit code; what stands below one is what it prints. */
async function runShell(block, folder) {
  const commands = [];
  for (const line of block.text.trimEnd().split('\n')) {
    const command = /^\$ (.*?)(?:\s+# exit (\d+))?$/.exec(line);
    if (command) commands.push({ text: command[1], code: Number(command[2] ?? 0), expected: [] });
    else if (commands.length === 0) return 'a line that is no command (`$ …`) stands before the first command.';
    else if (commands.at(-1).text.endsWith('\\') && commands.at(-1).expected.length === 0) {
      const rest = /^(.*?)(?:\s+# exit (\d+))?$/.exec(line);
      commands.at(-1).text = `${commands.at(-1).text.slice(0, -1)}${rest[1].trimStart()}`;
      commands.at(-1).code = Number(rest[2] ?? 0);
    } else commands.at(-1).expected.push(line);
  }
  for (const { text, code: expectedCode, expected } of commands) {
    const { code, output } = await run('sh', ['-c', text], { cwd: folder, env: environment(folder) });
    if (code !== expectedCode) return `\`${text}\` ended with ${code}, the page says ${expectedCode}:\n${output}`;
    if (expected.length > 0 && !prints(output, expected)) return `\`${text}\` prints something else than the page says:\n${output}`;
  }
  return null;
}

/** Whether `output` is what the page shows; `…` stands for any text in a line, a line of its own for any lines. */
export function prints(output, expected) {
  const pattern = expected
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${line.trimEnd().split('…').map(literally).join('.*')}\\n`))
    .join('');
  const lines = output.trimEnd().split(/\r?\n/);
  return new RegExp(`^${pattern}$`, 'u').test(`${lines.map((line) => line.trimEnd()).join('\n')}\n`);
}

function literally(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function parses(text) {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `the block is not JSON: ${error.message}`;
  }
}

function environment(folder) {
  const bin = join(folder, 'node_modules', '.bin');
  if (!existsSync(bin)) throw new Error(`${bin} is missing: the workspace is not installed.`);
  // What a command of ours keeps for a project (the redaction key) ends with the page.
  const config = join(folder, '..', 'config');
  // A page must read the same for a person at a terminal, so `CI` is not set for it.
  return {
    ...env,
    CI: undefined,
    GITHUB_ACTIONS: undefined,
    XDG_CONFIG_HOME: config,
    APPDATA: config,
    PATH: [bin, env.PATH].join(delimiter),
  };
}
