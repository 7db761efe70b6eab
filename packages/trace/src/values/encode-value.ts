import type { Json, JsonObject } from '../json/json.ts';
import { formatPointer } from '../json/json-pointer.ts';
import { isWellFormed, toWellFormed } from '../json/well-formed.ts';
import { credentialName } from '../redaction/credential-name.ts';
import { isPlainWord } from '../redaction/credential-value.ts';
import { personalWord, textOfPerson } from '../redaction/personal-text.ts';
import { isPseudonym } from '../redaction/pseudonym.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { CleanKeys } from './clean-keys.ts';
import { encodeBuiltIn } from './encode-built-in.ts';
import { encodeBytes } from './encode-bytes.ts';
import { encodeError, isError } from './encode-error.ts';
import { type Frozen, frozenIn } from './frozen.ts';
import { isImmutable, markImmutable } from './immutable.ts';
import type { PartEncoder } from './part-encoder.ts';
import { hole, readFields, readItems, unreadable } from './read-live.ts';
import type { Opaque, Tagged } from './tagged.ts';
import { taggedNumber, taggedText } from './tagged-forms.ts';
import { typeName } from './type-name.ts';

/**
 * A redacted snapshot of a live value: JSON in which everything that JSON cannot say is tagged (see `Tagged`).
 *
 * Never throws and keeps the order of keys. What cannot be carried becomes `opaque`: functions, symbols, promises, instances of classes,
 * cycles, what throws when it is read, what nests deeper than 512 levels. Of an instance of a class the fields are told all the same, but not of
 * an event emitter of Node. Part of a value are its own enumerable fields with text as key;
 * symbols as keys are not, as for JSON. `toJSON` is not asked. Objects without a prototype are carried as plain ones.
 */
export function encodeValue(value: unknown, redactor?: Redactor): Json {
  try {
    return new Encoder(redactor).value('', value);
  } catch {
    return unreadableValue;
  }
}

/** As {@link encodeValue}, and what is frozen in it; `null`: nothing. */
export function encodeAnswer(value: unknown, redactor?: Redactor): { readonly value: Json; readonly frozen: Frozen | null } {
  const encoder = new Encoder(redactor);
  try {
    const json = encoder.value('', value);
    return { value: json, frozen: encoder.metFrozen ? frozenIn(value, json) : null };
  } catch {
    return { value: unreadableValue, frozen: null };
  }
}

/** JSON levels of an encoded value, tags included: what the file format allows. */
const maxLevels = 512;
/** Entries of an encoded value: a getter that makes a new object at every reading has no end by itself. */
const maxEntries = 2_000_000;
const maxHoles = 10_000;

/** By redactor: keys in which it found nothing; without one, those that are well-formed. */
const cleanKeys: WeakMap<object, CleanKeys> = new WeakMap();
/** Of objects that nobody changes, by redactor. */
const snapshots: WeakMap<object, WeakMap<object, Snapshot>> = new WeakMap();
interface Snapshot {
  /** At which the object stands. */
  readonly level: number;
  readonly json: Json;
}
const noRedactor = {};

const unreadableValue: Json = { $: 'opaque', type: 'value that cannot be read', path: '' } satisfies Opaque;

const tooDeep: RangeError = new RangeError('too deep');
const tooLarge: RangeError = new RangeError('too large');

class Encoder implements PartEncoder {
  metFrozen = false;
  readonly #redactor: Redactor | undefined;
  /** Containers around the value at hand, and the keys that lead to it. */
  readonly #ancestors: object[] = [];
  readonly #path: (string | number)[] = [];
  #level = 0;
  #entries = 0;
  readonly #cleanKeys: CleanKeys;
  readonly #snapshots: WeakMap<object, Snapshot>;

  constructor(redactor: Redactor | undefined) {
    this.#redactor = redactor;
    this.#cleanKeys = cleanKeysOf(redactor);
    this.#snapshots = snapshotsOf(redactor);
  }

  value(key: string, value: unknown): Json {
    switch (typeof value) {
      case 'string':
        return this.#carried(this.#redactor === undefined ? value : this.#redactor.field(key, value));
      case 'boolean':
        return value;
      case 'number':
        return isPlainNumber(value) ? value : this.#tag(taggedNumber(value));
      case 'undefined':
        return this.#tag({ $: 'undefined' });
      case 'bigint':
        return this.#tag({ $: 'bigint', value: String(value) });
      case 'object':
        return value === null ? null : (this.#person(value) ?? this.#container(key, value));
      case 'function':
        return this.#opaque('function');
      case 'symbol':
        return value === hole ? this.#tag({ $: 'hole' }) : this.#opaque(value === unreadable ? 'getter that threw' : 'symbol');
    }
  }

  part(key: string | number, value: unknown, levels: number, field: string = typeof key === 'number' ? '' : key): Json {
    if (++this.#entries > maxEntries) throw tooLarge;
    this.#level += levels - 1;
    if (this.#level > maxLevels) throw tooDeep;
    this.#path.push(typeof key === 'number' ? key : this.plain(key));
    const json = this.value(field, value);
    this.#path.pop();
    this.#level -= levels - 1;
    return json;
  }

  fields(fields: object, levels: number): Json {
    if (this.#level + levels - 1 >= maxLevels) throw tooDeep;
    this.#level += levels;
    const json = this.#fields(fields);
    this.#level -= levels;
    return json;
  }

  plain(text: string): string {
    return toWellFormed(this.#redactor === undefined ? text : this.#redactor.text(text));
  }

  bytes(bytes: Uint8Array, isText: boolean): string {
    return encodeBytes(bytes, isText ? this.#redactor : undefined);
  }

  #text(text: string): Json {
    return this.#carried(this.#redactor === undefined ? text : this.#redactor.text(text));
  }

  #opaque(type: string): Json {
    // A path is as long as the place is deep; many deep ones would fill the memory before the entries are counted out.
    this.#entries += this.#path.length;
    return this.#tag({ $: 'opaque', type: this.plain(type), path: formatPointer(this.#path) });
  }

  #carried(text: string): Json {
    return isWellFormed(text) ? text : this.#tag(taggedText(text));
  }

  // At the last level there is no room for a tag: the container that stands there becomes opaque as a whole.
  #tag(tagged: Json | Tagged): Json {
    if (this.#level >= maxLevels) throw tooDeep;
    return tagged as Json;
  }

  #person(value: object): Json | undefined {
    const text = textOfPerson(value);
    return text === undefined ? undefined : this.#redactor === undefined || isPseudonym(text) ? this.#carried(text) : personalWord;
  }

  #container(key: string, value: object): Json {
    const known = this.#snapshots.get(value);
    if (known !== undefined && known.level === this.#level + 1) return known.json;
    const depth = this.#ancestors.length;
    for (let at = depth - 1; at >= 0; at--) {
      if (this.#ancestors[at] === value) return this.#opaque(`cycle to ${formatPointer(this.#path.slice(0, at)) || 'the root'}`);
    }
    if (this.#level >= maxLevels) throw tooDeep;
    const level = this.#level;
    const pathLength = this.#path.length;
    this.#ancestors.push(value);
    this.#level = level + 1;
    try {
      if (this.#entries > maxEntries) throw tooLarge;
      return this.#object(key, value);
    } catch (error) {
      this.#path.length = pathLength;
      this.#level = level;
      return this.#opaque(
        error === tooDeep ? `nesting beyond ${maxLevels} levels` : error === tooLarge ? `more than ${maxEntries} entries` : typeName(value),
      );
    } finally {
      this.#ancestors.length = depth;
      this.#level = level;
    }
  }

  #object(key: string, value: object): Json {
    // Nearly always no, and then it costs nothing to have asked.
    this.metFrozen ||= Object.isFrozen(value);
    if (Array.isArray(value)) return this.#list(key, value);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype || prototype === null || isPlainPrototype(prototype)) {
      return isImmutable(value) ? this.#once(value) : this.#fields(value);
    }
    // A tag holds a list or an object at least.
    if (this.#level >= maxLevels) throw tooDeep;
    if (isError(value)) return encodeError(value, this);
    return encodeBuiltIn(value, this) ?? this.#opaqueWith(value, () => (isEmitter(value) ? {} : this.#fields(value)));
  }

  // How deep it stands decides whether it can be carried whole: for another depth it is taken anew.
  #once(value: object): Json {
    const json = this.#fields(value);
    if (this.#snapshots.has(value)) return json;
    if (typeof json === 'object' && json !== null) markImmutable(json);
    this.#snapshots.set(value, { level: this.#level, json });
    return json;
  }

  #opaqueWith(value: object, fields: () => Json): Json {
    if (this.#level >= maxLevels) throw tooDeep;
    this.#level++;
    const seen = fields();
    this.#level--;
    return { $: 'opaque', type: this.plain(typeName(value)), path: formatPointer(this.#path), fields: seen } satisfies Opaque;
  }

  #list(key: string, list: readonly unknown[]): Json {
    const keys = Object.keys(list);
    const last = keys.at(-1);
    if (last !== undefined && String(Number(last) >>> 0) !== last) return this.#opaqueWith(list, () => this.#fields(list));
    if (list.length - keys.length > maxHoles) return this.#opaqueWith(list, () => this.#fields(list));
    if (Object.getPrototypeOf(list) !== Array.prototype && typeName(list) !== 'Array') {
      return this.#opaqueWith(list, () => this.#items(key, list, keys.length));
    }
    return this.#items(key, list, keys.length);
  }

  #items(key: string, list: readonly unknown[], known: number): Json {
    const copy = readItems(list, known);
    this.#entries += copy.length;
    for (let at = 0; at < copy.length; at++) {
      const value = copy[at];
      if (isPlain(value)) continue;
      if (typeof value === 'string') {
        const text = this.value(this.#nameBefore(copy, at) || key, value);
        if (text !== value) copy[at] = text;
        continue;
      }
      this.#path.push(at);
      copy[at] = this.value(key, value);
      this.#path.pop();
    }
    return copy as Json[];
  }

  #fields(source: object): Json {
    // The copy reads each field once; all that follows works on what was read.
    const copy = readFields(source);
    const keys = Object.keys(copy);
    this.#entries += keys.length;
    for (const key of keys) {
      if (key === '$' || key === '__proto__' || !this.#isClean(key)) return this.#renamed(keys, copy);
    }
    for (const key of keys) {
      const value = copy[key];
      if (isPlain(value)) continue;
      if (typeof value === 'string') {
        const text = this.value(this.#fieldName(key, copy), value);
        if (text !== value) copy[key] = text;
        continue;
      }
      this.#path.push(key);
      copy[key] = this.value(key, value);
      this.#path.pop();
    }
    return copy as JsonObject;
  }

  // Header and value in a list: `['accept', '…', 'authorization', '…']`. Two plain words are names of fields.
  #nameBefore(list: readonly unknown[], at: number): string {
    return at % 2 === 1 && !isPlainWord(list[at] as string) ? this.#asName(list[at - 1]) : '';
  }

  // What a field is called: `{ name: 'API_KEY', value: '…' }` says it beside.
  #fieldName(key: string, fields: Readonly<Record<string, unknown>>): string {
    return (key === 'value' && (this.#asName(fields.name) || this.#asName(fields.key))) || key;
  }

  #asName(name: unknown): string {
    const isName = this.#redactor !== undefined && typeof name === 'string' && credentialName(name) !== null;
    return isName ? name : '';
  }

  #isClean(key: string): boolean {
    if (this.#cleanKeys.has(key)) return true;
    if (this.plain(key) !== key) return false;
    this.#cleanKeys.add(key);
    return true;
  }

  // Rare: a key that is a secret, or one that an untagged object may not have.
  #renamed(keys: readonly string[], copy: Readonly<Record<string, unknown>>): Json {
    const encoded = keys.map((key): [Json, Json] => [this.#text(key), this.part(key, copy[key], 3, this.#fieldName(key, copy))]);
    if (encoded.every(([key]) => typeof key === 'string' && key !== '$' && key !== '__proto__')) return Object.fromEntries(encoded);
    return { $: 'object', entries: encoded } satisfies Tagged as Json;
  }
}

function cleanKeysOf(redactor: object = noRedactor): CleanKeys {
  const known = cleanKeys.get(redactor) ?? new CleanKeys();
  cleanKeys.set(redactor, known);
  return known;
}

function snapshotsOf(redactor: object = noRedactor): WeakMap<object, Snapshot> {
  const known = snapshots.get(redactor) ?? new WeakMap<object, Snapshot>();
  snapshots.set(redactor, known);
  return known;
}

// Streams, sockets, requests and agents of Node, which errors of HTTP clients hold: their fields are this process at this moment.
function isEmitter(value: object): boolean {
  return Object.hasOwn(value, '_events') && 'emit' in value;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && isPlainNumber(value));
}

function isPlainNumber(value: number): boolean {
  return Number.isFinite(value) && (value !== 0 || 1 / value > 0);
}

// `Object.prototype` of another realm (a vm context, an iframe, a test runner's sandbox).
function isPlainPrototype(prototype: unknown): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf');
}
