import { parseArgs } from 'node:util';
import { type Figure, renderFigures, writeFigures } from './figure.ts';

export type FigureGroups = Readonly<Record<string, () => Promise<readonly Figure[]> | readonly Figure[]>>;

/** Measures all groups of figures, or the one of `--only`: a table for people, with `--json <file>` also for machines. Exit code 1 if a bar is missed. */
export async function runFigures(groups: FigureGroups): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } });
  if (values.only !== undefined && !(values.only in groups)) {
    console.error(`no figures named ${values.only}: there are ${Object.keys(groups).join(', ')}`);
    process.exit(2);
  }
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(groups)) {
    if (values.only !== undefined && values.only !== name) continue;
    if (process.stderr.isTTY) console.error(`measuring ${name} …`);
    figures.push(...(await measure()));
  }
  console.log(renderFigures(figures));
  if (values.json !== undefined) writeFigures(values.json, figures);
  process.exitCode = figures.every((one) => one.ok) ? 0 : 1;
}
