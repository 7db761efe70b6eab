import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { resolveAgentRef } from './agent-ref.ts';

it.each(['src/agent.mjs#run', './src/agent.mjs#run', 'src\\agent.mjs#run', '.\\src\\agent.mjs#run'])(
  '%s names the same agent on every platform, and is stored with /',
  (ref) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'stepfork-ref-')));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'package.json'), '{}');
    writeFileSync(join(root, 'src', 'agent.mjs'), '');
    expect(resolveAgentRef(ref, [root])).toEqual({
      root,
      file: join(root, 'src', 'agent.mjs'),
      exportName: 'run',
      text: 'src/agent.mjs#run',
    });
  },
);
