import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the pinned pnpm is installed: inside the repository, so that nothing global is needed. */
export const pnpmFolder = join(root, '.tools', 'pnpm');

/** The root package.json. */
export const manifest = readJson(join(root, 'package.json'));

/** Environment of everything that the scripts start: our pnpm and our tools first, nothing that phones home, no colours in logs. */
export const env = {
  ...process.env,
  PATH: [join(pnpmFolder, 'node_modules', '.bin'), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
};

/** @param {string} file */
export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Published packages, lowest floor first. */
export function published() {
  const order = [
    'trace',
    'interceptor',
    'replay',
    'minimize',
    'export',
    'score',
    'score-source',
    'exporter-jest',
    'exporter-pytest',
    'cli',
  ];
  return members()
    .filter(({ json }) => json.private !== true)
    .sort((a, b) => order.indexOf(posix.basename(a.folder)) - order.indexOf(posix.basename(b.folder)));
}

/** The packages and the command line. */
export function members() {
  return ['packages', 'apps'].flatMap((top) =>
    readdirSync(join(root, top))
      .map((name) => `${top}/${name}`)
      .filter((folder) => existsSync(join(root, folder, 'package.json')))
      .map((folder) => ({ folder, json: readJson(join(root, folder, 'package.json')) })),
  );
}
