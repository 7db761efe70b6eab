import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { KeptBytes } from './kept-bytes.ts';

export interface WatchedStreams {
  readonly stdout: KeptBytes;
  /** `null`: the program has not looked at it. */
  stdin(): KeptBytes | null;
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
  let stdin: KeptBytes | null = null;
  const read = (chunk: unknown): void => {
    stdin ??= new KeptBytes();
    if (chunk !== null && chunk !== undefined) stdin.add(chunk);
  };
  whenMade('stdout', (stream) => {
    const { write, end } = stream as { readonly write: AnyFunction; readonly end: AnyFunction };
    replace(stream, 'write', (self, args) => {
      stdout.add(args[0], args[1]);
      return Reflect.apply(write, self, args);
    });
    replace(stream, 'end', (self, args) => {
      stdout.add(args[0], args[1]);
      return Reflect.apply(end, self, args);
    });
  });
  whenMade('stdin', (stream) => {
    const { push } = stream as { readonly push: AnyFunction };
    replace(stream, 'push', (self, args) => {
      let isNow = true;
      const handOn = (chunk: unknown): unknown => {
        read(chunk);
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
  watchReadFile(read);
  return { stdout, stdin: () => stdin };
}

/** Nothing more comes from outside: what is still to be handed on is no work that the process waits for, and nothing is to be read again. */
function leaveSource(stream: Readable & Partial<Socket>): void {
  stream.unref?.();
  stream._read = () => {};
}

function whenMade(name: 'stdout' | 'stdin', made: (stream: object) => void): void {
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

/** `fs.readFileSync(0)`, the short way to read all of the input. */
function watchReadFile(read: (chunk: unknown) => void): void {
  const real = fs.readFileSync as AnyFunction;
  fs.readFileSync = function readFileSync(this: unknown, ...args: unknown[]): unknown {
    const value: unknown = Reflect.apply(real, this, args);
    if (args[0] === 0 || args[0] === '/dev/stdin') read(value);
    return value;
  } as typeof fs.readFileSync;
  syncBuiltinESMExports();
}
