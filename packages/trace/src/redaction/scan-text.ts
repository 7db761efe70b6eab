import { findSecrets, knownSecrets } from './find-secrets.ts';
import type { Hit } from './hit.ts';
import { isPseudonym } from './pseudonym.ts';

/**
 * Secrets that stand in a text and are none of our pseudonyms, with rule and offset. The last look before a file is handed over.
 *
 * @param secrets values that are secret wherever they stand, as for `createRedactor`
 */
export function scanText(text: string, secrets: readonly string[] = []): readonly Hit[] {
  return findSecrets(text, knownSecrets(secrets)).filter(({ offset, length }) => !isPseudonym(text.slice(offset, offset + length)));
}
