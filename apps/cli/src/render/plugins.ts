import { installCommand, type PackageManager } from '@stepfork/export';
import type { ListedPlugin } from '../plugins/list-plugins.ts';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';
import { table } from './table.ts';

export function renderPlugins(list: readonly ListedPlugin[], style: Style): string {
  const rows = list.map(({ name, version, origin, exporters, problem }) => [
    style.bold(printable(name)),
    printable(version ?? '-'),
    problem === null ? describe(exporters) : style.red('cannot be used'),
    style.dim(printable(origin)),
  ]);
  const problems = list.flatMap(({ name, problem }) => (problem === null ? [] : [`- ${printable(name)}: ${printable(problem)}`]));
  return [table(rows), ...problems].join('\n');
}

/** A plugin is a package of the project, and the config names it. */
export function renderHowToAdd(manager: PackageManager): string {
  return [
    `To add one: ${installCommand(manager, ['<package>'])}, then in stepfork.config.ts`,
    "  exporters: ['<package>']   if its default export is an exporter",
    "  plugins: ['<package>']     if it is a plugin of oclif",
  ].join('\n');
}

function describe(exporters: readonly string[]): string {
  if (exporters.length === 0) return 'no exporter';
  return `${exporters.length === 1 ? 'exporter' : 'exporters'} ${exporters.map((name) => printable(name)).join(', ')}`;
}
