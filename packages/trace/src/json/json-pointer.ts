import { StepforkError } from '../errors.ts';

/** A text that should be a JSON Pointer and is none. */
export class PointerError extends StepforkError {
  static override readonly name = 'PointerError';
  readonly pointer: string;

  constructor(pointer: string) {
    super('STEPFORK_POINTER', `${JSON.stringify(pointer)} is no JSON Pointer`, {
      hint: 'Write the path as /metadata/request_id, with ~1 for a slash and ~0 for a tilde in a key.',
    });
    this.pointer = pointer;
  }
}

/** JSON Pointer (RFC 6901) of a path: `['a/b', 0]` is `/a~1b/0`, the empty path is the empty text. */
export function formatPointer(path: readonly PropertyKey[]): string {
  return path.reduce<string>(childPointer, '');
}

/** The JSON Pointer to a part of what `pointer` points to. */
export function childPointer(pointer: string, key: PropertyKey): string {
  const text = String(key);
  return `${pointer}/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
}

/**
 * The keys of a JSON Pointer; of the empty one, which is the whole value, none.
 *
 * @throws {PointerError} for a text that is no JSON Pointer
 */
export function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) throw new PointerError(pointer);
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
