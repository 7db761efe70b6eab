import { canonicalJson, type Trace } from '@stepfork/trace';
import { digest } from '../memory/digest.ts';

/** Equal for runs that ended in the same way and called the same with the same, in the same order. */
export function conductDigest({ outcome, steps }: Trace): string {
  return digest(canonicalJson([{ ...outcome }, ...steps.map(({ parent, call: { kind, name, input } }) => [parent, kind, name, input])]));
}
