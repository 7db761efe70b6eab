import { type PromptPair, pairPrompts, promptsOf } from '@stepfork/replay/recorded';
import type { Step, Trace } from '@stepfork/trace';

/** A version when the run was recorded, and now; `null`: none is known. */
export interface VersionPair {
  readonly name: string;
  readonly recorded: string | null;
  readonly now: string | null;
}

/** How old a recording is, beside what there is now. It is shown, and nothing is concluded of it. */
export interface Staleness {
  readonly recordedAt: string;
  /** Whole days. */
  readonly ageDays: number;
  readonly versions: readonly VersionPair[];
  /** `now` is `null` in all of them where nothing is known of the code. */
  readonly prompts: readonly PromptPair[];
  /** `null`: the code was not asked. */
  readonly code: Omit<CodeAsked, 'steps'> | CodeUnknown | null;
}

/** What the code does now. */
export type CodeNow = CodeAsked | CodeUnknown;

export interface CodeAsked {
  readonly kind: 'asked';
  readonly steps: readonly Step[];
  /** Why it may ask more than was seen; `null`: it was answered to its end. */
  readonly cutShort: string | null;
}

/** It was to be asked, and nothing is known of it. */
export interface CodeUnknown {
  readonly kind: 'unknown';
  readonly why: string;
}

export interface Now {
  readonly atMs: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly code: CodeNow | null;
}

export function stalenessOf({ run, steps }: Pick<Trace, 'run' | 'steps'>, { atMs, versions, code }: Now): Staleness {
  const recorded = promptsOf({ steps });
  return {
    recordedAt: run.startedAt,
    ageDays: Math.max(0, Math.floor((atMs - Date.parse(run.startedAt)) / 86_400_000)),
    versions: [...new Set([...Object.keys(run.versions), ...Object.keys(versions)])].filter(isVersion).map((name) => ({
      name,
      recorded: run.versions[name] ?? null,
      now: versions[name] ?? null,
    })),
    prompts: code?.kind === 'asked' ? pairPrompts(recorded, promptsOf(code)) : recorded.map((prompt) => ({ recorded: prompt, now: null })),
    code: code?.kind === 'asked' ? { kind: code.kind, cutShort: code.cutShort } : code,
  };
}

/** Which SDKs were met stands among the versions, and is none: see `metVersions` of `@stepfork/interceptor`. */
function isVersion(name: string): boolean {
  return name !== '@stepfork/register';
}
