import type { ValueToCorrect } from '@stepfork/export';
import { installCommand, packageManagerOf, resolvesFrom } from '@stepfork/export';
import {
  type CommandContext,
  firstImport,
  formatGivenAgain,
  type Inconclusive,
  loadNeeds,
  ruleFlags,
  type Verdict,
  waysOn,
} from '@stepfork/replay';
import type { ExportedTest } from '../exporting/export-test.ts';
import type { PreparedExport } from '../exporting/prepare-export.ts';
import { missingGitAttributes } from '../project/git-attributes.ts';
import type { Style } from '../terminal/style.ts';
import { asInvoked } from './as-invoked.ts';
import { commandLine } from './command-line.ts';
import { printable } from './printable.ts';
import { shortPath } from './short-path.ts';
import { showJson, showJsonFully } from './show-json.ts';
import { testCommand } from './test-command.ts';
import { verdictLines } from './verdict.ts';

/** The admission with both verdicts, the files, and the claim for review. */
export function renderExported(
  { admission, claim, files, unclaimedEffects }: ExportedTest,
  { source, leftOut, prepared }: { readonly source: string; readonly leftOut: readonly string[]; readonly prepared: PreparedExport },
  style: Style,
): string {
  const good = admission.kind === 'admitted' || admission.kind === 'red-only';
  return [
    `${(good ? style.green : style.red)(style.bold(admission.kind))}: ${printable(admission.advice)}`,
    ...sideLines(`buggy code (${prepared.buggy.name})`, admission.buggy.verdict),
    ...(admission.fixed === null ? [] : sideLines(`fixed code (${prepared.fixed?.text ?? ''})`, admission.fixed.verdict)),
    ...files.map((file) => `${good ? 'wrote' : style.yellow('wrote, because of --force:')} ${shortPath(file)}`),
    ...unclaimedEffects.map((name) => style.yellow(`unclaimed effect: ${printable(name)} (the test stays green whatever becomes of it)`)),
    ...leftOut.map((what) => style.yellow(`not in the claim, since it cannot be compared: ${printable(what)}`)),
    `claim (${printable(source)}), for review:`,
    showJsonFully(claim as never),
  ].join('\n');
}

/** Its verdict in a line, and what that takes at its word. */
function sideLines(side: string, verdict: Verdict): readonly string[] {
  return [`${side}: ${verdictLines(verdict)[0] ?? ''}`, ...formatGivenAgain(verdict).map((line) => printable(line))];
}

/** What to type now. */
export function renderNextAfterExport({ admission, files }: ExportedTest, prepared: PreparedExport, style: Style): string {
  if (files.length === 0)
    return [...waysOf(admission, prepared), ...otherBuggySide(admission, prepared), `Again: ${prepared.command}`].join('\n');
  const { folder } = prepared.place;
  const { packages = [] } = prepared.exporter;
  const { command, loaders } = testCommand(prepared.exporter, prepared.project.ref);
  const replaysItself = packages.includes('@stepfork/replay');
  const first = replaysItself ? firstImport(loadNeeds(prepared.traces)) : null;
  const needed = [...packages, ...loaders, ...(first === null ? [] : [first.package])];
  const missing = needed.filter((name) => !resolvesFrom(folder, name));
  const attributes = missingGitAttributes(folder);
  const test = shortPath(files[0] ?? '');
  return [
    ...(missing.length === 0 ? [] : [`Install what the test needs: ${installCommand(packageManagerOf(folder), missing)}`]),
    ...(command.length === 0 ? [] : [`Run it: ${commandLine(...command, test)}`]),
    ...(admission.kind === 'red-only' ? [`When there is a fix: ${commandLine('stepfork', 'replay', shortPath(caseFile(files)))}`] : []),
    ...(attributes.length === 0 ? [] : [style.dim('Add to .gitattributes:'), ...attributes.map((line) => `  ${line}`)]),
  ].join('\n');
}

/** The draft, and what stands in it to be corrected. */
export function renderDraft(
  {
    file,
    written,
    toCorrect,
    command,
  }: { readonly file: string; readonly written: boolean; readonly toCorrect: readonly ValueToCorrect[]; readonly command: string },
  style: Style,
): string {
  const path = shortPath(file);
  return [
    `${style.yellow('No claim was given')}, and the failing run never says what is right. ${written ? `A draft was written: ${path}` : `The draft ${path} is there already.`}`,
    'Correct what is wrong in it, take what is right out of its mark:',
    ...toCorrect.map(({ path: at, recorded }) => `  ${printable(at)}  recorded ${showJson(recorded, 80)}`),
    `Then: ${asInvoked(command)} ${commandLine('--claim', path)}`,
  ].join('\n');
}

/** The fixed code could not be followed, so it does not say what is right. */
export function renderUnprovenClaim(stop: Inconclusive, prepared: PreparedExport, style: Style): string {
  return [
    `${style.red(style.bold('unproven'))}: the fixed code (${prepared.fixed?.text ?? ''}) cannot be replayed from this recording, so it does not say what is right.`,
    ...verdictLines(stop),
    'Ways on:',
    ...waysOn(stop, contextOf(prepared, prepared.fixed?.text ?? null)).map((way) => `- ${asInvoked(way)}`),
    '- or say yourself what is right: --claim, --returns, --expect-call',
  ].join('\n');
}

function waysOf({ buggy, fixed }: ExportedTest['admission'], prepared: PreparedExport): readonly string[] {
  const [side, agent] = buggy.verdict.kind === 'inconclusive' ? [buggy, prepared.project.ref.text] : [fixed, prepared.fixed?.text ?? null];
  if (side?.verdict.kind !== 'inconclusive') return [];
  return ['Ways on:', ...waysOn(side.verdict, contextOf(prepared, agent)).map((way) => `- ${way}`)];
}

function contextOf({ trace, options, project }: PreparedExport, agent: string | null): CommandContext {
  return { file: trace, agent, flags: ruleFlags(options), configured: project.config.policies ?? {} };
}

/** The commonest reason why a test cannot fail: the fix is in the code already. */
function otherBuggySide({ kind, buggy }: ExportedTest['admission'], { buggy: side, project }: PreparedExport): readonly string[] {
  if (kind !== 'cannot-fail' || buggy.verdict.kind !== 'pass' || side.name !== project.ref.text) return [];
  return ['If the agent is corrected already, name the code with the bug: --buggy-ref <commit>, or --buggy <file#export>'];
}

function caseFile(files: readonly string[]): string {
  return files.find((file) => file.endsWith('.case.json')) ?? '';
}
