import { isWellFormed } from '../json/well-formed.ts';

/** What a member of an event may be, as data: the checks are made from it, and so is the JSON Schema. */
export type Shape =
  | { readonly kind: 'text' | 'flag' | 'number' | 'count' | 'value' }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'nullable'; readonly of: Shape }
  /** A member of an object that may be left out. */
  | { readonly kind: 'optional'; readonly of: Shape }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'record'; readonly of: Shape }
  /** A list of two. */
  | { readonly kind: 'pair'; readonly of: readonly [Shape, Shape] }
  | ObjectShape
  /** One of several objects, told apart by the member `by`. */
  | { readonly kind: 'choice'; readonly by: string; readonly of: Readonly<Record<string, ObjectShape>> };

/** All members are there but for those that may be left out, and no others. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly members: Readonly<Record<string, Shape>>;
}

/** Says what is wrong with a value, behind the path of it ("/call/name is no text"), or `null`. */
export type ShapeCheck = (value: unknown) => string | null;

/** The check for a shape, made once. A value of kind `value` is let through: its own rules are in `ValueChecker`. */
export function checkOf(shape: Shape): ShapeCheck {
  switch (shape.kind) {
    case 'value':
      return () => null;
    case 'text':
      return checkText;
    case 'flag':
      return (value) => (typeof value === 'boolean' ? null : ' is neither true nor false');
    case 'number':
      return (value) => (Number.isFinite(value) ? null : ' is no number');
    case 'count':
      return (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? null : ' is no whole number from 0');
    case 'one-of':
      return (value) => (shape.values.includes(value as string) ? null : ` is none of ${shape.values.join(', ')}`);
    case 'nullable': {
      const check = checkOf(shape.of);
      return (value) => (value === null ? null : check(value));
    }
    case 'optional':
      return checkOf(shape.of);
    case 'list':
      return checkOfList(checkOf(shape.of));
    case 'record':
      return checkOfRecord(checkOf(shape.of));
    case 'pair':
      return checkOfPair(checkOf(shape.of[0]), checkOf(shape.of[1]));
    case 'object':
      return checkOfObject(shape);
    case 'choice':
      return checkOfChoice(shape.by, shape.of);
  }
}

function checkText(value: unknown): string | null {
  if (typeof value !== 'string') return ' is no text';
  return isWellFormed(value) ? null : ' has half of a surrogate pair';
}

// The path is put together on the way back from what is wrong: on the way there it would cost more than all the checks.
function checkOfList(check: ShapeCheck): ShapeCheck {
  return (value) => {
    if (!Array.isArray(value)) return ' is no list';
    for (let i = 0; i < value.length; i++) {
      const wrong = check(value[i]);
      if (wrong !== null) return `/${i}${wrong}`;
    }
    return null;
  };
}

function checkOfPair(first: ShapeCheck, second: ShapeCheck): ShapeCheck {
  return (value) => {
    if (!Array.isArray(value) || value.length !== 2) return ' is no pair';
    const inFirst = first(value[0]);
    if (inFirst !== null) return `/0${inFirst}`;
    const inSecond = second(value[1]);
    return inSecond === null ? null : `/1${inSecond}`;
  };
}

function checkOfRecord(check: ShapeCheck): ShapeCheck {
  return (value) => {
    if (!isObject(value)) return ' is no object';
    for (const key of Object.keys(value)) {
      const wrong = checkText(key) ?? check(value[key]);
      if (wrong !== null) return `/${key}${wrong}`;
    }
    return null;
  };
}

function checkOfObject(shape: ObjectShape): ShapeCheck {
  const members = Object.entries(shape.members).map(([key, of]) => ({ key, check: checkOf(of), optional: of.kind === 'optional' }));
  return (value) => {
    if (!isObject(value)) return ' is no object';
    let expected = members.length;
    for (let i = 0; i < members.length; i++) {
      const { key, check, optional } = members[i] as (typeof members)[number];
      const member = value[key];
      if (member === undefined) {
        if (!optional) return `/${key} is missing`;
        expected -= 1;
        continue;
      }
      const wrong = check(member);
      if (wrong !== null) return `/${key}${wrong}`;
    }
    return countOfKeys(value) === expected ? null : `/${Object.keys(value).find((key) => !Object.hasOwn(shape.members, key))} is unknown`;
  };
}

function checkOfChoice(by: string, choices: Readonly<Record<string, ObjectShape>>): ShapeCheck {
  const checks = new Map<string, ShapeCheck>();
  return (value) => {
    if (!isObject(value)) return ' is no object';
    const name = value[by];
    const check = typeof name === 'string' ? (checks.get(name) ?? make(name)) : null;
    return check === null ? `/${by} is none of ${Object.keys(choices).join(', ')}` : check(value);
  };

  // Only when it is first needed: a program that is recorded waits for all that is done while this is loaded.
  function make(name: string): ShapeCheck | null {
    const shape = Object.hasOwn(choices, name) ? choices[name] : undefined;
    if (shape === undefined) return null;
    const check = checkOfObject(shape);
    checks.set(name, check);
    return check;
  }
}

function countOfKeys(value: object): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
