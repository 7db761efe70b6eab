import { readFileSync } from 'node:fs';
import { installCommand, type PackageManager, packageManagerOf } from '@stepfork/export';
import { currentBases, packageRoot, resolveAgentRef } from '../agent/agent-ref.ts';
import { configIn } from '../config/config-in.ts';
import { UsageError } from '../errors/usage-error.ts';
import { commandLine } from '../render/command-line.ts';
import { shortPath } from '../render/short-path.ts';
import { findPackage } from '../sdks/find-package.ts';
import { type InstalledSdk, installedSdks } from '../sdks/installed-sdks.ts';
import { type Ask, chooseAgent } from './choose-agent.ts';
import { findAgents } from './find-agents.ts';
import { findRunner } from './find-runner.ts';
import { programCommand } from './program-command.ts';
import { requireExport } from './require-export.ts';
import { type SetUpFile, writeSetUp } from './write-set-up.ts';

export interface SetUp {
  /** `null`: none was named or found, or the config that is there is kept. */
  readonly agent: string | null;
  /** Exported functions that may be the agent, where none was named or found. */
  readonly mayBe: readonly string[];
  /** The config that is there names an agent. */
  readonly isAgentConfigured: boolean;
  /** The exporter of the test runner. */
  readonly to: string;
  readonly packageManager: PackageManager;
  readonly sdks: readonly InstalledSdk[];
  readonly files: readonly SetUpFile[];
  /** Commands to type next, in order. */
  readonly next: readonly string[];
}

const separate: Readonly<Record<string, string>> = { jest: '@stepfork/exporter-jest', pytest: '@stepfork/exporter-pytest' };
const known = ['vitest', 'node-test', 'jest', 'pytest'];

/**
 * Finds what a project has, and writes what Stepfork needs in it.
 *
 * @throws UsageError before anything is written
 */
export async function setUp(
  cwd: string,
  { agent: named, to: asked, force }: { readonly agent?: string | undefined; readonly to?: string | undefined; readonly force: boolean },
  ask: Ask | null,
): Promise<SetUp> {
  const root = packageRoot(cwd) ?? cwd;
  const there = configIn(root);
  if (asked !== undefined && !known.includes(asked))
    throw new UsageError(
      `--to ${asked}: there is no such exporter to set up.`,
      `Known exporters: ${known.join(', ')}. Another one goes into the config by hand.`,
    );
  if (there !== null && !force && (named ?? asked) !== undefined)
    throw new UsageError(`${shortPath(there)} is there already.`, 'Edit it, or give --force to overwrite it.');
  const isKept = there !== null && !force;
  const isAgentConfigured = isKept && namesAgent(readFileSync(there, 'utf8'));
  const found = isKept ? { agents: [], others: [] } : findAgents(root);
  const chosen = isKept ? null : (named ?? (await chooseAgent(found, ask)));
  const ref = chosen === null ? null : resolveAgentRef(chosen, currentBases(cwd));
  if (ref !== null) requireExport(ref, chosen ?? '');
  const agent = ref === null ? null : `./${ref.text}`;
  const to = asked ?? findRunner(root) ?? 'vitest';
  const exporter = separate[to];
  const needed = [
    'stepfork',
    '@stepfork/replay',
    ...(agent === null ? [] : ['@stepfork/interceptor']),
    ...(exporter === undefined ? [] : [exporter]),
  ];
  const missing = needed.filter((name) => findPackage(name, root) === null);
  const packageManager = packageManagerOf(root);
  return {
    agent,
    mayBe: agent === null ? found.others : [],
    isAgentConfigured,
    to,
    packageManager,
    sdks: installedSdks(root),
    files: writeSetUp(root, { agent, to, exporters: exporter === undefined ? [] : [exporter], force }),
    next: [
      ...(missing.length === 0 ? [] : [installCommand(packageManager, missing)]),
      agent === null && !isAgentConfigured
        ? ['stepfork record --output run.sftrace --', ...programCommand(root, packageManager)].join(' ')
        : commandLine('stepfork', 'record', '--input', '{"ticket":"…"}', '--output', 'run.sftrace'),
    ],
  };
}

/** A config is read, not run: what it imports may not be installed yet. */
function namesAgent(config: string): boolean {
  return /\bagent\b['"]?\s*[:,]/.test(config.replace(/^\s*\/\/.*$/gm, ''));
}
