/** Where exporters that are not ours are found: data, so that only a worker loads them. */
export type ExporterSource = { readonly origin: string } & (
  | { readonly kind: 'config-value'; readonly file: string; readonly index: number }
  | { readonly kind: 'module'; readonly file: string }
  | { readonly kind: 'hook'; readonly plugin: string; readonly file: string; readonly identifier: string; readonly config: HookConfig }
);

/** What a hook is told of us. */
export type HookConfig = Readonly<Record<'name' | 'version' | 'bin' | 'root' | 'cacheDir' | 'configDir' | 'dataDir', string>>;
