import type { ListedExporter } from '../exporting/list-exporters.ts';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';
import { table } from './table.ts';

export function renderExporters(list: readonly ListedExporter[], style: Style): string {
  return table(
    list.flatMap(({ name, summary, origin, switches }) => [
      [style.bold(printable(name)), printable(summary), style.dim(printable(origin))],
      ...Object.entries(switches).map(([one, about]) => [`  --${one}`, printable(about), '']),
    ]),
  );
}
