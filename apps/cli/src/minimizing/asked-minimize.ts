import type { MinimizeFlags } from './minimize-flags.ts';
import type { PreparedMinimize } from './prepare-minimize.ts';

/** What was asked, and the file that was written; `null`: none was. */
export interface AskedMinimize extends PreparedMinimize {
  readonly path: string;
  readonly flags: MinimizeFlags;
  readonly written: string | null;
}
