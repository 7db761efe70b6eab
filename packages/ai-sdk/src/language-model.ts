/** What the language models of all three majors have in common: specifications v2 (AI SDK 5), v3 (6) and v4 (7). */
export interface LanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: unknown;
  // As methods, so that a model is one whatever its own types of options and answers are.
  doGenerate(options: never): PromiseLike<object>;
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream }>;
}

/** The traits of a model by which its answers are recorded. */
export type ModelTraits = Pick<LanguageModel, 'modelId' | 'specificationVersion'>;

/** The options of one call, in any major. */
export interface CallOptions {
  readonly prompt: unknown;
  readonly abortSignal?: AbortSignal | undefined;
  readonly headers?: unknown;
}
