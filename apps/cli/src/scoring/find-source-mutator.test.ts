import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findSourceMutator, loadSourceMutator } from './find-source-mutator.ts';

it('a package that is not there is named with the line that installs it; one that lies beside the command is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-none-'));
  try {
    expect(() => findSourceMutator(folder, '@stepfork/not-there')).toThrow(
      expect.objectContaining({
        message: '--source needs the package @stepfork/not-there, which is not installed.',
        hint: 'Install it: npm install -D @stepfork/not-there',
      }),
    );
    expect(await loadSourceMutator(findSourceMutator(folder))).toMatchObject({ instrument: expect.any(Function) });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
