import type { SourceMutator } from '@stepfork/score';
import { instrument } from './instrument.ts';
import { revertParts } from './revert-parts.ts';

/** What `stepfork score --source` asks for. */
export const sourceMutator: SourceMutator = { instrument, revertParts };
