import type { HttpCall } from '@stepfork/replay/recorded';
import { otherLeaf } from '../other-leaf.ts';
import { show } from '../show.ts';
import type { RequestChange } from './request-change.ts';

type HeaderTable = Readonly<Record<string, string>>;

/** What is recorded of the headers that a request is sent with. */
export type RecordedHeaders = (sent: HeaderTable) => HeaderTable;

/** Of each sort one: credentials, what clients say of themselves, what decides the answer, and one that nobody knows. */
const sent: HeaderTable = {
  accept: 'text/csv',
  'accept-language': 'pt',
  'anthropic-beta': 'stepfork',
  authorization: 'Bearer stepfork',
  'content-type': 'text/plain',
  cookie: 'stepfork=1',
  'idempotency-key': 'stepfork',
  'if-none-match': '"stepfork"',
  'openai-beta': 'stepfork',
  range: 'bytes=0-1',
  'user-agent': 'stepfork',
  'x-stepfork': '1',
};

/** The parts of its URL, one by one, and headers that the agent might send besides: those that are recorded are changed like any value. */
export function* httpChanges(step: number, input: HttpCall['input'], recorded: RecordedHeaders): Generator<RequestChange> {
  for (const { url, ...change } of urlChanges(input.url)) yield { step, ...change, request: { ...input, url } };
  for (const [name, value] of Object.entries(sent)) {
    if (Object.hasOwn(input.headers, name)) continue;
    const headers = recorded({ ...(input.headers as HeaderTable), [name]: value });
    yield { step, kind: 'header', pointer: `/headers/${name}`, says: `is sent: ${show(value)}`, request: { ...input, headers } };
  }
}

function* urlChanges(url: string): Generator<Pick<RequestChange, 'kind' | 'pointer' | 'says'> & { readonly url: string }> {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const parameters: readonly Parameter[] = [...new URLSearchParams(query)];
  const withQuery = (to: readonly Parameter[]): string =>
    to.length === 0 ? path : `${path}?${new URLSearchParams(to.map(([name, value]): [string, string] => [name, value]))}`;
  const end = path.lastIndexOf('/') + 1;
  const last = path.slice(end);
  const other = otherLeaf(last) as string;
  const rest = query === '' ? '' : `?${query}`;
  yield { kind: 'other', pointer: '/url', says: `${show(last)} → ${show(other)} in its path`, url: `${path.slice(0, end)}${other}${rest}` };
  for (const [at, [name, value]] of parameters.entries()) {
    const same = parameters.filter((one) => one[0] === name);
    const pointer = same.length === 1 ? `/url?${name}` : `/url?${name}/${same.indexOf(parameters[at] as Parameter)}`;
    const changed = otherLeaf(value) as string;
    yield { kind: 'other', pointer, says: `${show(value)} → ${show(changed)}`, url: withQuery(parameters.with(at, [name, changed])) };
    yield { kind: 'missing', pointer, says: `${show(value)} → (missing)`, url: withQuery(parameters.toSpliced(at, 1)) };
  }
  yield { kind: 'added', pointer: '/url?stepfork', says: '(missing) → "1"', url: withQuery([...parameters, ['stepfork', '1']]) };
  for (const [name, value] of parameters.slice(0, 1))
    yield { kind: 'added', pointer: `/url?${name}`, says: `${show(value)} once more`, url: withQuery([...parameters, [name, value]]) };
  if (parameters.length > 1)
    yield { kind: 'other', pointer: '/url?', says: 'its parameters in another order', url: withQuery(parameters.toReversed()) };
}

type Parameter = readonly [name: string, value: string];
