import type { Json } from '@stepfork/trace';
import { brief } from '../matchers/brief.ts';
import { isMatcher, type Matcher } from '../matchers/matcher.ts';

/** A claimed value for a sentence: matchers in words. */
export function briefClaim(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  return isMatcher(value) ? words(value) : brief(inWords(value));
}

function inWords(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (isMatcher(value)) return `<${words(value)}>`;
  if (Array.isArray(value)) return value.map(inWords);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inWords(part)]));
}

function words({ type, pattern, flags = '', min, max, length }: Matcher): string {
  const isNumber = min !== undefined || max !== undefined;
  const kind = type ?? (pattern !== undefined ? 'string' : isNumber ? 'number' : length !== undefined ? 'list or text' : 'value');
  return [
    type === 'any' ? 'any value' : `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind}`,
    ...(pattern === undefined ? [] : [`like /${pattern}/${flags}`]),
    ...(isNumber ? [range({ min, max })] : []),
    ...(length === undefined ? [] : [`of length ${typeof length === 'number' ? length : range(length)}`]),
  ].join(' ');
}

function range({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): string {
  return [...(min === undefined ? [] : [`from ${min}`]), ...(max === undefined ? [] : [`up to ${max}`])].join(' ');
}
