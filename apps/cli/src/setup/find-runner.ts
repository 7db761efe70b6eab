import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNeeds } from '../sdks/find-package.ts';

/** The exporters of the runners that can be found in a project. */
export type Runner = 'vitest' | 'jest' | 'node-test' | 'pytest';

/** The test runner of a project; `null`: none is found. */
export function findRunner(root: string): Runner | null {
  const needs = projectNeeds(root);
  if (needs.includes('vitest')) return 'vitest';
  if (needs.includes('jest')) return 'jest';
  if (/"test[^"]*"\s*:\s*"[^"]*\bnode\b[^"]*--test\b/.test(read(join(root, 'package.json')))) return 'node-test';
  const isPytest =
    existsSync(join(root, 'pytest.ini')) ||
    ['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'setup.cfg'].some((file) => /\bpytest\b/.test(read(join(root, file))));
  return isPytest ? 'pytest' : null;
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
