import { createHash, type Hash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileOfSpecifier } from './file-of-specifier.ts';

/** More than this nobody waits for: then nothing is known of the sources. */
const most = { files: 10_000, bytes: 100_000_000 };

/** What no run reads, or what is in the digest by itself. */
const skipped = /^node_modules$|^coverage$|\.log$|\.sftrace(?:\.jsonl)?$|\.case\.json$|\.(?:test|spec)\.[^.]+$|\.snap$/;

/** What the code of packages is. */
export interface SourceDigest {
  readonly text: string;
  /** The folders of the packages. */
  readonly roots: readonly string[];
}

/**
 * What the code of these packages is: every file of theirs, whether a run loads it or not; of packages that are linked into them the same, of
 * installed ones the lockfile. `null`: there is too much of it.
 *
 * @param except files that are left out, but not what they name
 * @param also files that decide it too, wherever they lie
 */
export function sourceDigest(roots: readonly string[], except: readonly string[], also: readonly string[] = []): SourceDigest | null {
  const hash = createHash('sha256');
  const left = { ...most };
  const leftOut = new Set(except);
  const seen = new Set<string>();
  // Grows while it is walked.
  const packages = roots.map((root) => realpathSync(root));
  for (const root of packages) {
    if (seen.has(root)) continue;
    seen.add(root);
    // Grows too: what lies beside the package and is imported by its path.
    const files = new Set([...filesBelow(root), ...except.flatMap((file) => namedBeside(root, file)), ...also]);
    for (const file of files) {
      if (leftOut.has(file)) continue;
      const { size } = statSync(file);
      left.files -= 1;
      left.bytes -= size;
      if (left.files < 0 || left.bytes < 0) return null;
      add(hash, relative(root, file).split(sep).join('/'), readFileSync(file));
      for (const beside of namedBeside(root, file)) files.add(beside);
    }
    packages.push(...linkedInto(root));
    const lockfile = above(root).flatMap(lockfilesIn)[0];
    if (lockfile !== undefined) add(hash, 'lockfile', readFileSync(lockfile));
  }
  return { text: hash.digest('hex'), roots: [...seen] };
}

/** Whether a file below these packages is in their digest. */
export function isInDigest(roots: readonly string[], file: string): boolean {
  return roots.some((root) => {
    const names = file.startsWith(root + sep) ? file.slice(root.length + 1).split(sep) : null;
    return names !== null && !names.some((name) => skipped.test(name)) && !names.slice(0, -1).some((name) => name.startsWith('.'));
  });
}

const source = /\.[cm]?[jt]sx?$|[/\\]tsconfig[^/\\]*\.json$/;

/** Files out of the package, and of no installed one, that a source names by a relative path in quotes. */
function namedBeside(root: string, file: string): readonly string[] {
  if (!source.test(file) || !existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/(['"`])(\.{1,2}\/[^'"`\n]+)\1/g)].flatMap(([, , path = '']) => {
    const found = fileOfSpecifier(dirname(file), path);
    return found === null || found.startsWith(root + sep) || found.includes(`${sep}node_modules${sep}`) ? [] : [found];
  });
}

function add(hash: Hash, name: string, content: Uint8Array): void {
  hash.update(`${name}\n${content.byteLength}\n`).update(content);
}

/** Also those that links lead to; each folder behind a link once. Folders with a dot hold what tools keep. */
function* filesBelow(folder: string, linked: Set<string> = new Set([folder])): Generator<string> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const entry = skipped.test(name) || !existsSync(path) ? undefined : statSync(path);
    if (entry?.isFile()) yield path;
    if (!entry?.isDirectory() || name.startsWith('.')) continue;
    const isLink = lstatSync(path).isSymbolicLink();
    if (isLink && linked.has(realpathSync(path))) continue;
    if (isLink) linked.add(realpathSync(path));
    yield* filesBelow(path, linked);
  }
}

/** Packages of a workspace: what stands in a `node_modules` above and is a link to somewhere else. Our own are known by their version. */
function linkedInto(root: string): readonly string[] {
  return above(root)
    .flatMap((folder) => namesIn(join(folder, 'node_modules')))
    .filter((path) => !/[/\\](?:@stepfork[/\\][^/\\]+|stepfork)$/.test(path) && lstatSync(path).isSymbolicLink() && existsSync(path))
    .map((path) => realpathSync(path))
    .filter((path) => !path.includes(`${sep}node_modules${sep}`));
}

function namesIn(modules: string): readonly string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name]))
    .map((name) => join(modules, name));
}

function lockfilesIn(folder: string): readonly string[] {
  const names = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock', 'bun.lock', 'bun.lockb'];
  return names.map((name) => join(folder, name)).filter((file) => existsSync(file));
}

/** A folder and all above it. */
function above(folder: string): readonly string[] {
  const up = dirname(folder);
  return up === folder ? [folder] : [folder, ...above(up)];
}
