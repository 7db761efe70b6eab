import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import timers from 'node:timers';
import { globalsOfNode } from './globals-of-node.ts';

/** A built-in object that can be patched, and how people call it. */
export interface BuiltIn {
  readonly name: string;
  readonly object: object;
}

/** All classes and namespaces among the globals, with what their instances inherit, and the modules that agents and their mocks patch most. */
export function builtIns(): readonly BuiltIn[] {
  const found = new Map<object, string>();
  const add = (name: string, object: unknown): void => {
    if (isObject(object) && !found.has(object)) found.set(object, name);
  };
  for (const key of globalsOfNode) {
    if (typeof key === 'symbol') continue;
    const value: unknown = Reflect.getOwnPropertyDescriptor(globalThis, key)?.value;
    if (!isObject(value) || value === globalThis) continue;
    add(key, value);
    // What is loaded when it is first asked for has a getter, and is not asked for here.
    if (typeof value === 'function') add(`${key}.prototype`, value.prototype);
  }
  // These have getters too.
  add('process', process);
  add('process.argv', process.argv);
  add('Buffer', Buffer);
  add('Buffer.prototype', Buffer.prototype);
  add('TypedArray.prototype', Object.getPrototypeOf(Uint8Array.prototype));
  add('Iterator.prototype', Object.getPrototypeOf(Object.getPrototypeOf([].values())));
  add('process.stdout', process.stdout);
  add('process.stderr', process.stderr);
  add('EventEmitter.prototype', EventEmitter.prototype);
  add('crypto.webcrypto', globalThis.crypto);
  const modules = { fs, 'fs/promises': fs.promises, child_process: childProcess, crypto, http, https, net, os, timers };
  for (const [name, module] of Object.entries(modules)) add(name, module);
  return [...found].map(([object, name]) => ({ name, object }));
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
