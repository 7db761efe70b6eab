import type { ExportedFile, Exporter, ExportRequest } from '@stepfork/export';
import type { WireError } from '../pool/error-wire.ts';

/** An exporter as it speaks of itself: all but its code. */
export interface SaidExporter extends Omit<Exporter, 'render'> {
  readonly origin: string;
}

export type ExporterOrder = { readonly kind: 'load' } | { readonly kind: 'render'; readonly name: string; readonly request: ExportRequest };

export type ExporterReport =
  /** Whose code runs next, so that whoever never comes back is known by name. */
  | { readonly kind: 'doing'; readonly whose: string }
  /** Those that were offered, without the built-in ones. */
  | { readonly kind: 'loaded'; readonly list: readonly SaidExporter[] }
  | { readonly kind: 'rendered'; readonly files: readonly ExportedFile[] }
  | { readonly kind: 'refused'; readonly error: WireError };
