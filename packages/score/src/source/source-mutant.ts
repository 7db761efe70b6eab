import type { SourceEdit } from './source-mutator.ts';

/** Texts that a run loads in the place of the agent's own modules. */
export interface SourceTexts {
  /** A folder that holds the texts of modules; where it holds none, the module's own is loaded. */
  readonly folder: string;
  /** Their digest: what a run of them came to is known by it. */
  readonly digest: string;
}

/** Which texts a run loads, and which of the mutants in them is on. Data, so that another process can be told. */
export interface SourceVariant {
  readonly texts: SourceTexts;
  /** `null`: none is. */
  readonly active: string | null;
  /** A mutant that is reached more often than this never ends. */
  readonly hitLimit: number;
  /** The digest of what the right code did: a run that does the same is not asked what it would do if it had been told something else. `null`: each is. */
  readonly right: string | null;
  /** To which hosts sockets may be opened while modules are loaded: those to which the right code opens one. `null`: to any. */
  readonly hosts: readonly string[] | null;
}

/** What a run with another source has shown. */
export interface SourceRun {
  /** How often each place of an edit was reached, by its switch id. */
  readonly hits: Readonly<Record<string, number>>;
  /** The agent's own modules that were loaded, by path, in the order of loading. */
  readonly modules: readonly string[];
  /** The mutant was reached more often than its limit. */
  readonly isOverLimit: boolean;
  /** To which hosts a socket was to be opened while modules were loaded. */
  readonly hosts: readonly string[];
}

/** `failure`: it could not be loaded, so that the replay says nothing. */
export type ShownBySource = SourceRun | { readonly failure: string };

/** A mutant of the source, and how it is run. */
export interface SourceMutant extends SourceEdit {
  /** The same in every run. */
  readonly id: string;
  readonly texts: SourceTexts;
  /** `null`: the text itself is the mutant. */
  readonly switchId: string | null;
  /** Why it is not run; `null`: it is. */
  readonly ignored: string | null;
}

export interface SourceMutants {
  /** Those with all mutants that are switched. */
  readonly instrumented: SourceTexts;
  readonly mutants: readonly SourceMutant[];
  /** The text of each file that is mutated, by the path that its mutants name. */
  readonly texts: Readonly<Record<string, string>>;
}
