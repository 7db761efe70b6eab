import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startBackOffice } from '../../examples/back-office/server.mjs';
import { copyProject } from './copy-project.mjs';
import { run } from './run.mjs';
import { env, root } from './workspace.mjs';

/**
 * @typedef {{ example: string, input: string, name: string, effect: string, isShown?: boolean, isMinimized?: boolean, requests?: number }} Plot
 *   `effect`: the tool that must never run in a replay; `isShown`: the demo shows it unasked; `isMinimized`: it also makes the run smaller; `requests`: how many a
 *   recording costs, left out: one for each body.
 * @typedef {{ command: string, code: number, output: string, requests: number, bodies: number }} Scene what one command printed, and what it cost the world:
 *   requests are counted by the server, bodies by the audit log that the agent writes before it sends anything.
 */

/** @type {readonly Plot[]} */
export const plots = [
  { example: 'triage-agent', input: 'tickets/blender.json', name: 'refund', effect: 'issue_refund', isShown: true, isMinimized: true },
  { example: 'ai-sdk-refund', input: 'tickets/kettle.json', name: 'refund', effect: 'issue_refund', isShown: true },
  // The audit log has what goes to the back office; two of the agents ask the model as well.
  { example: 'openai-agents-triage', input: 'tickets/leak.json', name: 'refund', effect: 'issue_refund', isMinimized: true, requests: 4 },
  { example: 'langgraph-support', input: 'tickets/both.json', name: 'refund', effect: 'issue_refund', isMinimized: true, requests: 5 },
  // Its bodies are starts of its server, which sends nothing to the back office.
  { example: 'mcp-files', input: 'tickets/november.json', name: 'ledger', effect: 'write_file', requests: 4 },
  { example: 'crash-agent', input: 'tickets/leaked-key.json', name: 'handover', effect: 'escalate', isShown: true },
];

/** A copy of an example in a folder outside the repository, a running back office, and a way to run commands there as a user would. */
export async function openStage(plot) {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-story-'));
  const project = join(folder, plot.example);
  mkdirSync(project);
  copyProject(join(root, 'examples', plot.example), project, { filesToo: true });
  const auditLog = join(folder, 'audit.log');
  const office = await startBackOffice();
  const bodies = () => (existsSync(auditLog) ? readFileSync(auditLog, 'utf8').trimEnd().split('\n').length : 0);

  return {
    project,
    office,
    file: (path) => join(project, path),
    read: (path) => readFileSync(join(project, path), 'utf8'),
    /** The developer's fix: the corrected agent takes the place of the buggy one. */
    applyFix: () => copyFileSync(join(project, 'src/agent-fixed.ts'), join(project, 'src/agent.ts')),
    /** @returns {Promise<Scene>} */
    play: async (command, { cwd = project } = {}) => {
      const before = { requests: office.requests.length, bodies: bodies() };
      const [program, ...args] = command.split(' ');
      const { code, output } = await run(program, args, {
        cwd,
        env: {
          ...env,
          PATH: [join(project, 'node_modules', '.bin'), env.PATH].join(delimiter),
          OFFICE_URL: office.url,
          AUDIT_LOG: auditLog,
          // Redaction keys of a story end with it.
          XDG_CONFIG_HOME: join(folder, 'config'),
          APPDATA: join(folder, 'config'),
        },
      });
      return { command, code, output, requests: office.requests.length - before.requests, bodies: bodies() - before.bodies };
    },
    close: async () => {
      await office.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The commands of the main job. */
export function commandsOf({ input, name, effect }) {
  return {
    record: `stepfork record --agent ./src/agent.ts#runAgent --input ${input} --output ${name}.sftrace`,
    minimize: `stepfork minimize ${name}.sftrace --agent ./src/agent.ts#runAgent --fixed ./src/agent-fixed.ts#runAgent`,
    exportSmall: `stepfork export ${name}.min.sftrace --agent ./src/agent.ts#runAgent --fixed ./src/agent-fixed.ts#runAgent --output test/small.test.ts`,
    export: `stepfork export ${name}.sftrace --agent ./src/agent.ts#runAgent --fixed ./src/agent-fixed.ts#runAgent --output test/${name}.test.ts`,
    test: `vitest run test/${name}.test.ts`,
    score: `stepfork score test/${name}.test.ts`,
    frozen: `stepfork replay test/${name}.case.json --policy ${effect}=frozen`,
  };
}
