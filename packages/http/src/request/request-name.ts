import { scanText } from '@stepfork/trace';

/**
 * What policies and claims call a request that asks no model: `GET api.example.com/v1/orders/{id}`. Segments that can only be ids are not in
 * the name, so that one rule speaks of all orders; the whole path is in the input.
 */
export function requestName(method: string, { host, pathname }: URL): string {
  const path = pathname
    .split('/')
    .map((segment) => (isId(segment) ? '{id}' : segment))
    .join('/')
    .replace(/(?<=.)\/$/, '');
  return `${method} ${host}${path === '/' ? '' : path}`;
}

function isId(segment: string): boolean {
  if (/^\d+$/.test(segment)) return true;
  if (/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(segment)) return true;
  // Some put their credentials there.
  if (scanText(segment).length > 0) return true;
  // A long token with digits in it, as providers mint them: `thread_4uBx0nE9q2`, `66f1e0c2a9`.
  return segment.length >= 10 && /^(?:[a-z]+[_-])?[\da-z]+$/i.test(segment) && /\d/.test(segment) && /[a-z]/i.test(segment);
}
