import { readFileSync } from 'node:fs';
import { createProjectRedactor } from '@stepfork/interceptor';
import type { Redactor } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';

/** @throws UsageError if the key is too short */
export function redactorOfKeyFile(file: string, env: NodeJS.ProcessEnv = process.env): Redactor {
  return createProjectRedactor({ key: readKey(file), env });
}

function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim();
  const key = /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'utf8');
  if (key.byteLength < 16)
    throw new UsageError(`The redaction key ${file} is too short.`, `It needs 16 bytes or more: openssl rand -hex 32 > ${file}`);
  return key;
}
