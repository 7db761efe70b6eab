import type { HookPoint } from '@stepfork/http/sdks';
import type { Environment } from '../doctor/environment.ts';
import type { InstalledSdk } from '../sdks/installed-sdks.ts';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';
import { describeHooks, describeSupport } from './sdks.ts';
import { shortPath } from './short-path.ts';
import { table } from './table.ts';

export function renderEnvironment({ node, stepfork, packages }: Environment, style: Style): string {
  return [
    style.bold('Stepfork'),
    table([
      ['node', node.version, node.fits ? 'ok' : style.yellow(`too old: Stepfork needs ${node.needs}`)],
      ['stepfork', stepfork, 'this command'],
      ...packages.map(({ name, version, folder, fits }) => [
        name,
        printable(version),
        fits ? 'fits' : style.yellow(`does not fit: install ${name}@${stepfork}`),
        style.dim(shortPath(folder)),
      ]),
    ]),
    ...(packages.length === 0
      ? [style.dim('No package of Stepfork is installed here: programs are recorded without one (record -- …).')]
      : []),
  ].join('\n');
}

/** @param from the folder whose SDKs they are */
export function renderSdks(installed: readonly InstalledSdk[], from: string, style: Style): string {
  if (installed.length === 0) {
    return [
      `No SDK that Stepfork knows is installed for ${shortPath(from)}.`,
      'Next: run it in the folder of your agent, or with --agent; an agent that calls fetch itself is recorded without an SDK.',
    ].join('\n');
  }
  const rows = installed.map((one) => [
    one.sdk.name,
    printable(one.version),
    one.support.kind === 'supported' ? style.green('supported') : style.yellow(describeSupport(one)),
    describeHooks(one),
    style.dim(shortPath(one.folder)),
  ]);
  return [
    style.bold('SDKs'),
    table([['package', 'version', 'support', 'seen at', 'installed in'].map((title) => style.dim(title)), ...rows]),
    ...advice(installed).map((line) => `- ${line}`),
  ].join('\n');
}

function advice(installed: readonly InstalledSdk[]): readonly string[] {
  const lines = installed.flatMap(({ sdk: { name, note } }) => (note === undefined ? [] : [`${name}: ${note}`]));
  const keeps = namesAt('client-fetch', installed);
  const runs = namesAt('tools', installed);
  return [
    ...(keeps.length === 0
      ? []
      : [
          `${keeps.join(', ')}: with \`stepfork record -- <command>\` nothing is to be done; in code \`import '@stepfork/http/register'\` before the client is made.`,
        ]),
    ...(runs.length === 0
      ? []
      : [
          `Tools of ${runs.join(', ')}: with \`stepfork record\` nothing is to be done; in code \`import '@stepfork/register'\` first. In a bundle they are only observed, and cannot be frozen: keep the SDK out of it.`,
        ]),
    ...new Set(lines),
    ...(installed.some(({ support }) => support.kind === 'other-version' || support.kind === 'not-measured')
      ? ['A version that was not measured may work all the same: record it once, replay it, and compare. What was measured: docs/sdks.md.']
      : []),
  ];
}

function namesAt(point: HookPoint, installed: readonly InstalledSdk[]): readonly string[] {
  return [...new Set(installed.filter(({ support }) => support.hooks.some(({ at }) => at === point)).map(({ sdk }) => sdk.name))];
}
