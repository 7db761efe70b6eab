import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { builtIns } from './built-ins.ts';
import { fingerprint } from './fingerprint.ts';
import { globalsOfNode } from './globals-of-node.ts';
import type { Leak } from './leak.ts';
import { watchForm, watchObject } from './watch-object.ts';

/** Tells what has changed in this process since it was made. */
export interface LeakWatch {
  readonly leaks: () => Promise<readonly Leak[]>;
}

type Key = string | symbol;
type Found = (leak: Leak) => void;

// Taken before the agent's module can replace them.
const { setImmediate: soon, setTimeout: later } = globalThis;
const activeResources = process.getActiveResourcesInfo.bind(process);
const { ownKeys, getOwnPropertyDescriptor: descriptorOf } = Reflect;

/** SDKs keep one there, so that all copies of them share it: nothing of a run stays in it. */
const emptyStorage = fingerprint(new AsyncLocalStorage());

/** So many turns of the event loop, and then so many milliseconds, for what is about to close. */
const mostTurns = 10;
const lastWaitMs = 20;

/**
 * Looks at what runs of one process share, now, when the agent's packages are loaded and it has not run. Sees what can be seen from outside:
 * not the state inside a package, nor timers that do not keep the process alive.
 *
 * @param isOfModules listeners that the agent's modules add whenever they are loaded are not the work of a run
 */
export function watchLeaks(isOfModules: (listener: unknown) => boolean): LeakWatch {
  const looks = [watchGlobals(), watchBuiltIns(), watchEnvironment(), watchDirectory(), watchSettings(), watchListeners(isOfModules)];
  const handles = watchHandles();
  return {
    leaks: async () => {
      const found: Leak[] = [];
      const add: Found = (leak) => void found.push(leak);
      // What is on its way comes to its end meanwhile, and may change the rest.
      await handles(add);
      for (const look of looks) look(add);
      return found;
    },
  };
}

function watchGlobals(): (found: Found) => void {
  const before = new Map(ownKeys(globalThis).flatMap((key) => (isOurs(key) ? [] : [[key, descriptorOf(globalThis, key) ?? {}] as const])));
  const contents = new Map(
    [...before].flatMap(([key, was]) => (globalsOfNode.has(key) ? [] : [[key, { was, content: fingerprint(was) }]])),
  );
  const hasSameForm = watchForm(globalThis);
  let isUntouched = watchObject(globalThis);
  return (found) => {
    if (!hasSameForm()) found({ kind: 'global', name: 'globalThis', change: 'changed' });
    for (const [key, { was, content }] of contents) {
      const is = descriptorOf(globalThis, key);
      if (is !== undefined && !isSamePlain(was, is) && fingerprint(is) !== content)
        found({ kind: 'global', name: nameOf('globalThis', key), change: 'changed' });
    }
    if (isUntouched()) return;
    isUntouched = watchObject(globalThis);
    for (const [key, was] of before) {
      const is = descriptorOf(globalThis, key);
      const name = nameOf('globalThis', key);
      if (is === undefined) found({ kind: 'global', name, change: 'removed' });
      else if (!contents.has(key) && isOther(was, is)) found({ kind: 'global', name, change: 'changed' });
    }
    for (const key of ownKeys(globalThis)) {
      if (before.has(key) || isOurs(key) || fingerprint(descriptorOf(globalThis, key)?.value) === emptyStorage) continue;
      found({ kind: 'global', name: nameOf('globalThis', key), change: 'added' });
    }
  };
}

/** A value that holds nothing need not be described. */
function isSamePlain(was: PropertyDescriptor, is: PropertyDescriptor): boolean {
  const { value } = was;
  if (!('value' in was && 'value' in is) || (typeof value === 'object' && value !== null) || typeof value === 'function') return false;
  return (
    Object.is(value, is.value) && was.writable === is.writable && was.enumerable === is.enumerable && was.configurable === is.configurable
  );
}

/** State of Stepfork itself, as the tools that are declared and who is recording, and of `fetch`. */
function isOurs(key: Key): boolean {
  return typeof key === 'symbol' && /^(?:stepfork|undici|nodejs)\./.test(key.description ?? '');
}

function watchBuiltIns(): (found: Found) => void {
  const watched = builtIns().map(({ name, object }) => ({
    ...{ name, object, isUntouched: watchObject(object) },
    ...{ hasSameForm: watchForm(object), before: propertiesOf(name, object) },
  }));
  return (found) => {
    for (const one of watched) {
      if (one.isUntouched()) continue;
      const { name, object, before, hasSameForm } = one;
      if (!hasSameForm()) found({ kind: 'built-in', name, change: 'changed' });
      // What Node itself has put there is no reason to look closer after each run that follows.
      one.isUntouched = watchObject(object);
      const keys = ownKeys(object).filter((key) => !isBookkeeping(name, key));
      for (const key of keys) {
        const was = before.get(key);
        const is = descriptorOf(object, key);
        if (was === undefined) found({ kind: 'built-in', name: nameOf(name, key), change: 'added' });
        else if (is !== undefined && isOther(was, is)) found({ kind: 'built-in', name: nameOf(name, key), change: 'changed' });
      }
      if (keys.length === before.size) continue;
      for (const key of before.keys())
        if (descriptorOf(object, key) === undefined) found({ kind: 'built-in', name: nameOf(name, key), change: 'removed' });
    }
  };
}

function propertiesOf(name: string, object: object): ReadonlyMap<Key, PropertyDescriptor> {
  return new Map(ownKeys(object).flatMap((key) => (isBookkeeping(name, key) ? [] : [[key, descriptorOf(object, key) ?? {}]])));
}

/** What Node itself writes down on streams, on `process`, on `Error` and in the list of modules. Its own symbols nobody else can ask for. */
function isBookkeeping(owner: string, key: Key): boolean {
  if (typeof key !== 'symbol') return (owner.startsWith('process.std') ? ofStream : ofProcess).test(key);
  return Symbol.keyFor(key) === undefined ? !key.description?.startsWith('Symbol.') : isOurs(key);
}

const ofStream = /^_(?!_)|^(?:writable\w*|bytes\w*|connecting)$/;
const ofProcess =
  /^(?:_events|_eventsCount|_maxListeners|_exiting|_handleQueue|_pendingMessage|_channel|exitCode|connected|stackTraceLimit)$/;

/** A class that Node loads when it is first asked for has a getter until then: to ask for it is no change. */
function isOther(was: PropertyDescriptor, is: PropertyDescriptor): boolean {
  if (was.get !== undefined && is.get === undefined) return typeof is.value !== 'function' && typeof is.value !== 'object';
  return !Object.is(was.value, is.value) || was.get !== is.get || was.set !== is.set;
}

function watchEnvironment(): (found: Found) => void {
  const before = new Map(Object.entries(process.env));
  const names = [...before.keys()];
  return (found) => {
    const { env } = process;
    const now = ownKeys(env);
    for (const [name, value] of before) {
      if (env[name] === value) continue;
      found({ kind: 'environment', name, change: now.includes(name) ? 'changed' : 'removed' });
    }
    if (now.length === names.length && now.every((name, at) => name === names[at])) return;
    for (const name of now) if (!before.has(String(name))) found({ kind: 'environment', name: String(name), change: 'added' });
  };
}

function watchDirectory(): (found: Found) => void {
  const before = process.cwd();
  return (found) => {
    if (workingDirectory() !== before) found({ kind: 'directory', name: 'process.cwd()', change: 'changed' });
  };
}

/** What is told of this process by no property, or by one that Node itself writes as well, but always back. */
const settings: Readonly<Record<string, () => number>> = {
  'process.umask()': () => process.umask(),
  'Error.stackTraceLimit': () => Error.stackTraceLimit,
  'EventEmitter.defaultMaxListeners': () => EventEmitter.defaultMaxListeners,
};

function watchSettings(): (found: Found) => void {
  const before = Object.entries(settings).map(([name, read]) => ({ name, read, was: read() }));
  return (found) => {
    for (const { name, read, was } of before) if (!Object.is(read(), was)) found({ kind: 'built-in', name, change: 'changed' });
  };
}

/** `null`: it was removed. */
function workingDirectory(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

function watchListeners(isOfModules: (listener: unknown) => boolean): (found: Found) => void {
  const look = (): Map<Key, readonly unknown[]> =>
    new Map(process.eventNames().map((event) => [event, process.rawListeners(event as 'exit').filter((one) => !isOfModules(one))]));
  const before = look();
  return (found) => {
    const now = look();
    for (const event of new Set([...before.keys(), ...now.keys()])) {
      const [was, is] = [before.get(event) ?? [], now.get(event) ?? []];
      const name = `process.on(${JSON.stringify(String(event))})`;
      if (is.some((listener) => !was.includes(listener))) found({ kind: 'listener', name, change: 'added' });
      if (was.some((listener) => !is.includes(listener))) found({ kind: 'listener', name, change: 'removed' });
    }
  };
}

function watchHandles(): (found: Found) => Promise<void> {
  const before = countHandles();
  const left = (): readonly string[] => [...countHandles()].flatMap(([name, count]) => (count > (before.get(name) ?? 0) ? [name] : []));
  return async (found) => {
    if (left().length === 0) return;
    for (let turn = 0; turn < mostTurns && left().length > 0; turn += 1) await new Promise<void>((resolve) => soon(resolve));
    // The turn behind it: until then our own timer is one of them.
    if (left().length > 0) await new Promise<void>((resolve) => later(() => soon(resolve), lastWaitMs));
    for (const name of left()) found({ kind: 'handle', name, change: 'added' });
  };
}

function countHandles(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of activeResources()) if (!passing.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The turn of the loop that we wait for, and what is on its way through a pipe, our answer among it: the pipe itself is counted. */
const passing: ReadonlySet<string> = new Set(['Immediate', 'SimpleWriteWrap']);

function nameOf(owner: string, key: Key): string {
  return typeof key === 'symbol' ? `${owner}[${String(key)}]` : `${owner}.${key}`;
}
