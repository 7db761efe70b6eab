import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config as OclifConfig } from '@oclif/core/config';
import type { Exporter } from '@stepfork/export';
import type { Claim } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { type AgentRef, currentBases, resolveAgentRef } from '../agent/agent-ref.ts';
import { findProject, type Project } from '../agent/load-project.ts';
import { UsageError } from '../errors/usage-error.ts';
import { loadTrace } from '../inputs/load-trace.ts';
import { resolveTestOptions, type TestFlags, type TestOptions } from '../options/test-options.ts';
import { refuseProgram } from '../program/command/refuse-program.ts';
import { type BuggySide, buggySide } from './buggy-side.ts';
import { type ClaimChoice, claimOfPerson, claimSources } from './choose-claim.ts';
import { planFiles } from './export-test.ts';
import { loadExporters } from './load-exporters.ts';
import { refuseSwitches } from './refuse-switches.ts';
import { requireFolder, type TestPlace, testPlace } from './test-place.ts';

export interface ExportFlags extends TestFlags {
  readonly agent?: string | undefined;
  readonly to?: string | undefined;
  readonly output?: string | undefined;
  readonly title?: string | undefined;
  readonly claim?: string | undefined;
  readonly returns?: string | undefined;
  readonly exactly?: boolean;
  readonly 'expect-call'?: readonly string[] | undefined;
  readonly fixed?: string | undefined;
  readonly buggy?: string | undefined;
  readonly 'buggy-ref'?: string | undefined;
  readonly force: boolean;
  /** Flags that the command does not know, which may be the exporter's own; and those that it knows. */
  readonly switches: readonly string[];
  readonly known: readonly string[];
}

/** Everything that `stepfork export` was asked, checked; nothing has been run. */
export interface PreparedExport {
  readonly trace: string;
  readonly traces: TraceFile;
  readonly project: Project;
  readonly options: TestOptions;
  readonly exporter: Exporter;
  readonly switches: readonly string[];
  readonly place: TestPlace;
  readonly title: string;
  readonly command: string;
  /** What a person said is right; `null` if a run is to say it, or nobody. */
  readonly claim: Extract<ClaimChoice, { kind: 'claim' }> | null;
  readonly buggy: BuggySide;
  readonly fixed: AgentRef | null;
  readonly force: boolean;
}

/** @throws UsageError and the errors of the libraries for whatever is asked wrongly: before anything is run or written */
export async function prepareExport(trace: string, flags: ExportFlags, command: string, oclif: OclifConfig): Promise<PreparedExport> {
  const traces = await loadTrace(trace);
  if (flags.agent === undefined) refuseProgram(traces.trunk, trace);
  const project = await findProject(flags.agent, { ref: traces.trunk.run.agent, file: trace });
  const { config, ref } = project;
  const options = resolveTestOptions(flags, config);
  const claim = await claimOfPerson(claimSources(flags, config.claim));
  const exporter = (await loadExporters(config, project.configFile, oclif)).get(flags.to ?? config.to ?? 'vitest');
  const { switches } = flags;
  refuseSwitches(switches, flags.known, exporter);
  const place = testPlace(flags.output, trace, ref.root);
  const fixed = flags.fixed === undefined ? null : resolveAgentRef(flags.fixed, currentBases(process.cwd()));
  const title = flags.title ?? `${place.name}: what went wrong in the recorded run stays right`;
  const request = {
    traces,
    claim: claim?.claim ?? ({} satisfies Claim),
    options,
    ref,
    exporter,
    switches,
    place,
    title,
    command,
    force: flags.force,
  };
  await checkFiles(await planFiles(request), request);
  const buggy = buggySide(ref, { buggy: flags.buggy, gitRef: flags['buggy-ref'] });
  return { trace, traces, project, options, exporter, switches, place, title, command, claim, buggy, fixed, force: flags.force };
}

async function checkFiles(
  files: readonly { readonly path: string }[],
  { place, force, exporter }: Pick<PreparedExport, 'place' | 'force' | 'exporter'>,
): Promise<void> {
  requireFolder(place.folder);
  const paths = files.map(({ path }) => join(place.folder, ...path.split('/')));
  if (place.file !== null && !paths.includes(place.file)) {
    throw new UsageError(
      `The exporter ${exporter.name} does not write ${basename(place.file)}.`,
      `It writes ${files.map(({ path }) => path).join(', ')}: name one of these, or the folder.`,
    );
  }
  const there = paths.filter((path) => existsSync(path));
  if (there.length > 0 && !force)
    throw new UsageError(`There is already ${there.join(' and ')}.`, 'Give another name or folder with -o, or --force to overwrite.');
}
