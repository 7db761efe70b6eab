import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const lines = ['*.sftrace binary', '*.sftrace.jsonl text eol=lf merge=union'];

/** The `.gitattributes` lines that traces need and that no such file above `folder` has yet. */
export function missingGitAttributes(folder: string): readonly string[] {
  const present = new Set<string>();
  for (let here = folder; ; here = dirname(here)) {
    const file = join(here, '.gitattributes');
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) present.add(line.trim().replace(/\s+/g, ' '));
    if (existsSync(join(here, '.git')) || here === dirname(here)) break;
  }
  return lines.filter((line) => !present.has(line));
}
