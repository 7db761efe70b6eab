import { layerOver } from './layer-over.ts';
import { listedHeaders } from './listed-headers.ts';
import type { WholeBody } from './whole-body.ts';

/** Fields of a response that its constructor does not take. */
export interface Shown {
  readonly url: string;
  readonly redirected: boolean;
  readonly type: Response['type'];
  readonly headers: Headers;
  readonly status?: number;
  /** Where its body can be had at once. */
  readonly whole?: WholeBody;
}

const shownBy = new WeakMap<Response, Shown>();

/** `response`, and whatever is cloned from it, as if it had come from there. */
export function shownResponse(response: Response, shown: Shown): Response {
  shownBy.set(response, shown);
  return layered(response);
}

const layered = layerOver<Response>((prototype) => ({
  ...member('url', prototype),
  ...member('redirected', prototype),
  ...member('type', prototype),
  ...member('headers', prototype),
  ...member('status', prototype),
  ...method(function clone(this: Response): Response {
    const copy = prototype.clone.call(this);
    const shown = shownBy.get(this);
    return shown === undefined ? copy : shownResponse(copy, ofCopy(shown));
  }),
  ...method(function text(this: Response): Promise<string> {
    return shownBy.get(this)?.whole?.text() ?? prototype.text.call(this);
  }),
  ...method(function json(this: Response): Promise<unknown> {
    const text = shownBy.get(this)?.whole?.text();
    return text?.then((said) => JSON.parse(said) as unknown) ?? prototype.json.call(this);
  }),
}));

function method(value: (this: Response) => unknown): PropertyDescriptorMap {
  return { [value.name]: { value, enumerable: true, writable: true, configurable: true } };
}

function member(key: keyof Shown, prototype: Response): PropertyDescriptorMap {
  const get = function get(this: Response): unknown {
    return shownBy.get(this)?.[key] ?? Reflect.get(prototype, key, this);
  };
  return { [key]: { get, enumerable: true, configurable: true } };
}

function ofCopy({ whole: _, ...shown }: Shown): Shown {
  // Also those that are not listed.
  return { ...shown, headers: listedHeaders(new Headers([...Headers.prototype.entries.call(shown.headers)])) };
}
