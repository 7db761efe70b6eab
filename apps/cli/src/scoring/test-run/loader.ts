/** How modules are loaded in the process of a test runner. */
export interface Loader {
  /** Imports a module as the runner does. */
  readonly load: (file: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Lets Node itself load this one. */
  readonly ready: (file: string) => Promise<void>;
  /** Files that the runner itself has loaded, past Node; `null`: it does not tell. */
  readonly evaluated: () => Iterable<string> | null;
}
