import type { Exporter } from '@stepfork/export';
import { jestExporter } from './jest-exporter.ts';

/** What this package answers as an oclif plugin of the command line: the hook `stepfork:exporters`. */
export default async function exporters(): Promise<readonly Exporter[]> {
  return [jestExporter];
}
