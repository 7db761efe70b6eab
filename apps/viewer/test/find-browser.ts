import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** A browser that is installed: the one that `STEPFORK_BROWSER` names, or the first on the PATH; `null` if there is none. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.STEPFORK_BROWSER !== undefined) return env.STEPFORK_BROWSER;
  const places = (env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}
