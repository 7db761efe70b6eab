import { activeContext } from '../running/active-context.ts';
import type { Ambient } from './ambient.ts';

/** The ambient of the run to which the running code belongs; `null` outside of any. */
export function activeAmbient(): Ambient | null {
  const ambient = activeContext()?.ambient ?? null;
  return ambient?.isActive === true ? ambient : null;
}
