import type { Json } from '@stepfork/trace';
import { compilePattern } from './compile-pattern.ts';
import { itemsOf, keysOf } from './contents.ts';
import { isTag } from './is-tag.ts';
import type { Matcher } from './matcher.ts';
import { textOf } from './text-of.ts';

const compiled = new WeakMap<Matcher, (text: string) => boolean>();

/** The value is as the matcher says. */
export function meets(matcher: Matcher, value: Json): boolean {
  return (
    !isTag(value, 'undefined') &&
    (matcher.type === undefined || isOfType(matcher.type, value)) &&
    (matcher.pattern === undefined || hasPattern(matcher, matcher.pattern, value)) &&
    ((matcher.min === undefined && matcher.max === undefined) || isWithin(matcher, numberOf(value))) &&
    (matcher.length === undefined ||
      isWithin(typeof matcher.length === 'number' ? { min: matcher.length, max: matcher.length } : matcher.length, lengthOf(value)))
  );
}

function isOfType(type: NonNullable<Matcher['type']>, value: Json): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'string':
      return textOf(value) !== null;
    case 'number':
      return typeof value === 'number' || isTag(value, 'number') || isTag(value, 'json-number');
    case 'integer':
      return Number.isInteger(numberOf(value)) || (isTag(value, 'json-number') && typeof numberOf(value) === 'bigint');
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return !isTag(value, 'error') && keysOf(value, null) !== null;
    case 'date':
    case 'bigint':
    case 'error':
      return isTag(value, type);
  }
}

function hasPattern(matcher: Matcher, pattern: string, value: Json): boolean {
  const text = textOf(value);
  if (text === null) return false;
  const test = compiled.get(matcher) ?? compilePattern(pattern, matcher.flags);
  compiled.set(matcher, test);
  return test(text);
}

function isWithin({ min, max }: { readonly min?: number; readonly max?: number }, value: number | bigint | null): boolean {
  return value !== null && (min === undefined || value >= min) && (max === undefined || value <= max);
}

function lengthOf(value: Json): number | null {
  return textOf(value)?.length ?? itemsOf(value, null)?.length ?? null;
}

function numberOf(value: Json): number | bigint | null {
  if (typeof value === 'number') return value;
  const own = value as { readonly value?: Json } | null;
  if (isTag(value, 'number') || isTag(value, 'bigint') || isTag(value, 'json-number')) {
    const text = String(own?.value);
    return isTag(value, 'number') || !/^-?\d+$/.test(text) ? Number(text) : BigInt(text);
  }
  return null;
}
