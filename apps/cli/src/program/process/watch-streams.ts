import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { KeptBytes } from './kept-bytes.ts';
import { TypedInput } from './typed-input.ts';

export interface WatchedStreams {
  readonly stdout: KeptBytes;
  readonly stdin: TypedInput;
}

// biome-ignore lint/suspicious/noExplicitAny: stands in the place of functions with many forms.
type AnyFunction = (...args: any[]) => any;

/**
 * Keeps what the program prints, and what it reads of its input. The streams stay what they are: made when first asked for, a terminal where they were one.
 *
 * @param hold is given each piece of the input, with the function that hands it on.
 */
export function watchStreams(
  hold: (push: (chunk: unknown) => unknown, chunk: unknown) => unknown = (push, chunk) => push(chunk),
): WatchedStreams {
  const stdout = new KeptBytes();
  const stdin = new TypedInput();
  whenMade('stdout', (stream) => {
    const { write, end } = stream as { readonly write: AnyFunction; readonly end: AnyFunction };
    replace(stream, 'write', (self, args) => {
      stdout.add(args[0], args[1]);
      stdin.speaks();
      return Reflect.apply(write, self, args);
    });
    replace(stream, 'end', (self, args) => {
      stdout.add(args[0], args[1]);
      return Reflect.apply(end, self, args);
    });
  });
  whenMade('stderr', (stream) => {
    const { write } = stream as { readonly write: AnyFunction };
    replace(stream, 'write', (self, args) => {
      stdin.speaks();
      return Reflect.apply(write, self, args);
    });
  });
  whenMade('stdin', (stream) => {
    const { push } = stream as { readonly push: AnyFunction };
    replace(stream, 'push', (self, args) => {
      let isNow = true;
      const handOn = (chunk: unknown): unknown => {
        stdin.add(chunk);
        const wantsMore: unknown = Reflect.apply(push, self, [chunk, ...args.slice(1)]);
        // Who pushes the end does so as well.
        if (chunk === null && !isNow) (self as Readable).read(0);
        return wantsMore;
      };
      let isHanded = false;
      const result = hold((chunk) => {
        isHanded = chunk === null;
        return handOn(chunk);
      }, args[0]);
      isNow = false;
      if (args[0] === null && !isHanded) leaveSource(self as Readable & Partial<Socket>);
      return result;
    });
  });
  watchFiles(stdin);
  return { stdout, stdin };
}

/** Nothing more comes from outside: what is still to be handed on is no work that the process waits for, and nothing is to be read again. */
function leaveSource(stream: Readable & Partial<Socket>): void {
  stream.unref?.();
  stream._read = () => {};
}

function whenMade(name: 'stdout' | 'stderr' | 'stdin', made: (stream: object) => void): void {
  const descriptor = Object.getOwnPropertyDescriptor(process, name);
  const { get } = descriptor ?? {};
  if (get === undefined || descriptor?.configurable !== true) return;
  let known: object | null = null;
  Object.defineProperty(process, name, {
    ...descriptor,
    get() {
      const stream = Reflect.apply(get, process, []) as object;
      if (known === null) {
        known = stream;
        made(stream);
      }
      return stream;
    },
  });
}

function replace(stream: object, name: string, body: (self: unknown, args: unknown[]) => unknown): void {
  const replaced = function (this: unknown, ...args: unknown[]): unknown {
    return body(this, args);
  };
  Object.defineProperty(replaced, 'name', { value: name });
  Object.defineProperty(stream, name, { value: replaced, writable: true, configurable: true, enumerable: true });
}

/** `fs.readFileSync(0)`, the short way to read all of the input, and `fs.writeSync(1, …)`, which passes by the streams. */
function watchFiles(stdin: TypedInput): void {
  const real = { readFileSync: fs.readFileSync as AnyFunction, writeSync: fs.writeSync as AnyFunction };
  fs.readFileSync = function readFileSync(this: unknown, ...args: unknown[]): unknown {
    const value: unknown = Reflect.apply(real.readFileSync, this, args);
    if (args[0] === 0 || args[0] === '/dev/stdin') stdin.add(value);
    return value;
  } as typeof fs.readFileSync;
  fs.writeSync = function writeSync(this: unknown, ...args: unknown[]): unknown {
    if (args[0] === 1 || args[0] === 2) stdin.speaks();
    return Reflect.apply(real.writeSync, this, args);
  } as typeof fs.writeSync;
  syncBuiltinESMExports();
}
