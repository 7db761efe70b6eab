import { isPlaceholder } from './credential-value.ts';

/** The values of a `Cookie` or `Set-Cookie` header that may be credentials: not the attributes, not what is short. */
export function cookieValues(header: string): readonly { readonly at: number; readonly text: string }[] {
  const values: { at: number; text: string }[] = [];
  let at = 0;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    const value = equals < 0 ? '' : part.slice(equals + 1).trimEnd();
    if (value.length >= 6 && !attribute.test(part.slice(0, equals).trim()) && !isPlaceholder(value))
      values.push({ at: at + equals + 1, text: value });
    at += part.length + 1;
  }
  return values;
}

const attribute = /^(?:path|domain|expires|max-age|samesite)$/i;
