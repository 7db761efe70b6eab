import { parse } from 'yaml';

/**
 * What is wrong with a GitHub workflow that a page shows: it is no workflow, an action is not named by its commit, or a command of it is executed nowhere on
 * the page.
 *
 * @param {string} text
 * @param {readonly string[]} commands those that the page executes
 * @returns {string | null}
 */
export function lintWorkflow(text, commands) {
  let workflow;
  try {
    workflow = parse(text, { strict: true, uniqueKeys: true });
  } catch (error) {
    return `the workflow is not YAML: ${error.message}`;
  }
  if (workflow?.on === undefined || workflow.permissions === undefined) return 'the workflow does not say `on` and `permissions`.';
  const jobs = Object.values(workflow.jobs ?? {});
  const steps = jobs.flatMap((job) => job.steps ?? []);
  if (steps.length === 0 || jobs.some((job) => job['runs-on'] === undefined)) return 'the workflow has no jobs with `runs-on` and `steps`.';
  const known = new Set(commands.map((command) => command.replace(/\d+(?=\/\d+)/, '*')));
  for (const { uses, run } of steps) {
    if ((uses === undefined) === (run === undefined)) return 'a step needs either `uses` or `run`.';
    if (uses !== undefined && !/^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses)) return `the action ${uses} is not named by its commit.`;
    if (uses !== undefined && !new RegExp(`${uses} # v\\d+\\.\\d+\\.\\d+$`, 'm').test(text))
      return `the action ${uses} stands without its version.`;
    // What a page runs is installed already, and found without npx.
    const typed = run?.replace(/^npx /, '').replace(/\$\{\{ matrix\.\w+ \}\}/, '*');
    if (run !== undefined && run !== 'npm ci' && !known.has(typed)) return `the page does not execute \`${run}\`.`;
  }
  return null;
}
