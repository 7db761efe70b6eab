/** What a member of an event may be, as data: the checks are made from it, and so can be a JSON Schema. */
export type Shape =
  | { readonly kind: 'text' | 'flag' | 'number' | 'count' | 'value' }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'nullable'; readonly of: Shape }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'record'; readonly of: Shape }
  | ObjectShape
  /** One of several objects, told apart by the member `by`. */
  | { readonly kind: 'choice'; readonly by: string; readonly of: Readonly<Record<string, ObjectShape>> };

/** All members are there, and no others. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly members: Readonly<Record<string, Shape>>;
}

/** Says what is wrong with a value ("call.name is no text"), or `null`. */
export type ShapeCheck = (value: unknown, path: string) => string | null;

/** The check for a shape, made once. A value of kind `value` is let through: its own rules are in `ValueChecker`. */
export function checkOf(shape: Shape): ShapeCheck {
  switch (shape.kind) {
    case 'value':
      return () => null;
    case 'text':
      return (value, path) => (typeof value === 'string' ? null : `${path} is no text`);
    case 'flag':
      return (value, path) => (typeof value === 'boolean' ? null : `${path} is neither true nor false`);
    case 'number':
      return (value, path) => (Number.isFinite(value) ? null : `${path} is no number`);
    case 'count':
      return (value, path) => (Number.isSafeInteger(value) && (value as number) >= 0 ? null : `${path} is no whole number from 0`);
    case 'one-of':
      return (value, path) => (shape.values.includes(value as string) ? null : `${path} is none of ${shape.values.join(', ')}`);
    case 'nullable': {
      const check = checkOf(shape.of);
      return (value, path) => (value === null ? null : check(value, path));
    }
    case 'list':
      return checkOfList(checkOf(shape.of));
    case 'record':
      return checkOfRecord(checkOf(shape.of));
    case 'object':
      return checkOfObject(shape);
    case 'choice':
      return checkOfChoice(shape.by, shape.of);
  }
}

function checkOfList(check: ShapeCheck): ShapeCheck {
  return (value, path) => (Array.isArray(value) ? firstWrong(value, (item, i) => check(item, `${path}/${i}`)) : `${path} is no list`);
}

function checkOfRecord(check: ShapeCheck): ShapeCheck {
  return (value, path) =>
    isObject(value) ? firstWrong(Object.keys(value), (key) => check(value[key], `${path}/${key}`)) : `${path} is no object`;
}

function checkOfObject(shape: ObjectShape): ShapeCheck {
  const members = Object.entries(shape.members).map(([key, of]) => ({ key, check: checkOf(of) }));
  return (value, path) => {
    if (!isObject(value)) return path === '' ? 'the event is no object' : `${path} is no object`;
    for (const { key, check } of members) {
      const member = value[key];
      if (member === undefined) return `${path}/${key} is missing`;
      const wrong = check(member, `${path}/${key}`);
      if (wrong !== null) return wrong;
    }
    const keys = Object.keys(value);
    if (keys.length === members.length) return null;
    return `${path}/${keys.find((key) => !Object.hasOwn(shape.members, key))} is unknown`;
  };
}

function checkOfChoice(by: string, choices: Readonly<Record<string, ObjectShape>>): ShapeCheck {
  const checks = new Map(Object.entries(choices).map(([name, of]) => [name, checkOfObject(of)]));
  return (value, path) => {
    const name = isObject(value) ? value[by] : undefined;
    const check = typeof name === 'string' ? checks.get(name) : undefined;
    return check === undefined ? `${path}/${by} is none of ${[...checks.keys()].join(', ')}` : check(value, path);
  };
}

function firstWrong<T>(items: readonly T[], check: (item: T, index: number) => string | null): string | null {
  for (let i = 0; i < items.length; i++) {
    const wrong = check(items[i] as T, i);
    if (wrong !== null) return wrong;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
