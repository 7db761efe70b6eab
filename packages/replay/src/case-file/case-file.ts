import type { Json } from '@stepfork/trace';
import type { Claim } from '../claim/claim.ts';
import type { IgnoreRules, PolicyRules } from '../test-case.ts';

/** A declared answer as it stands in a file: encoded values. */
export interface FileAnswer {
  readonly value: Json;
  readonly for?: Json;
}

/** A test case as data (`*.case.json`): input to every command. */
export interface CaseFile {
  readonly $schema?: string;
  readonly version: 1;
  /** Name of the test, as a sentence. */
  readonly title?: string;
  /** The trace file, relative to the case file and inside its folder, with `/`. */
  readonly trace: string;
  /** AgentRef, relative to the nearest package.json. */
  readonly agent: string;
  readonly claim: Claim;
  readonly policies?: PolicyRules;
  readonly answers?: Readonly<Record<string, FileAnswer | readonly FileAnswer[]>>;
  readonly stable?: readonly string[];
  readonly ignore?: IgnoreRules;
  readonly order?: 'keyed' | 'recorded';
  readonly timeoutMs?: number;
  readonly maxCalls?: number;
}
