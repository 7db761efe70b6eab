import type { Exporter } from '@stepfork/export';
import type { Answers, IgnoreRules, PolicyRules } from '@stepfork/replay';
import type { Thresholds } from '@stepfork/score';

/**
 * What `stepfork.config.ts` may say. Flat; every key is a flag too, and the flag wins. Paths are relative to the config file.
 */
export interface Config {
  /** The agent: `./src/agent.ts#runAgent`. */
  readonly agent?: string;
  /** `--policy`: policy by tool and by model. */
  readonly policies?: PolicyRules;
  /** `--answer`: what a sink answers, by tool. */
  readonly answers?: Answers;
  /** `--stable`: tools that no effect of this agent changes. */
  readonly stable?: readonly string[];
  /** `--ignore`: JSON Pointers that are left out when inputs are compared, by `tool:name`, `model:name` or `*`. */
  readonly ignore?: IgnoreRules;
  /** `--claim`: a claim file. */
  readonly claim?: string;
  /** `--order`. */
  readonly order?: 'keyed' | 'recorded';
  /** `--timeout`, in milliseconds. */
  readonly timeoutMs?: number;
  /** `--max-calls`. */
  readonly maxCalls?: number;
  /** `--drain`, in milliseconds. */
  readonly drainMs?: number;
  /** `--no-redact` is `false`. */
  readonly redact?: boolean;
  /** `--to`: name of the exporter. */
  readonly to?: string;
  /** `--threshold`: when a score is too low, in percent. */
  readonly thresholds?: Partial<Thresholds>;
  /** Exporters beside the built-in ones: values, or modules whose default export is one. */
  readonly exporters?: readonly (Exporter | string)[];
  /** Packages of the project that are plugins of oclif and answer the hook `stepfork:exporters`. */
  readonly plugins?: readonly string[];
}
