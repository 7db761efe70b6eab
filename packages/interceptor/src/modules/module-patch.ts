export type ModuleExports = Readonly<Record<string, unknown>>;

/** Which module of which package is meant. Plain data: it also goes to the thread in which Node 20 asks what is loaded. */
export interface ModuleTarget {
  /** Name of the package, as its own `package.json` says. */
  readonly package: string;
  /** Which of its `exports`: `.` or `./tools`. */
  readonly entry: string;
  /** The first version that is meant. */
  readonly from: string;
  /** The first version that is not; left out: there is none. */
  readonly below?: string;
  /** Exports that are replaced. They exist in each of these versions. */
  readonly names: readonly string[];
}

/** What is done with a module when it is loaded. */
export interface ModulePatch extends ModuleTarget {
  /** When the tools of an agent are seen. Left out: before a model is told of them. */
  readonly meetsTools?: 'when-called';
  /** It stands before clients that start servers as processes of their own. */
  readonly meetsServers?: true;
  /**
   * Called once for each copy of the module, before anybody has its exports. Classes and prototypes may be changed in their place; what it returns
   * under one of `names` stands in the place of that export.
   */
  readonly patch: (exports: ModuleExports) => ModuleExports;
}

/** One in the list of all patches of this process. */
export interface NumberedTarget extends ModuleTarget {
  readonly number: number;
}
