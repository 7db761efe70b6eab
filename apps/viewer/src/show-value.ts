import type { Json } from '@stepfork/trace';
import { element } from './element.ts';

/** So much of a value is shown at once: a browser lays out no more in a moment. */
const SHOWN = 200_000;

/** A value as indented JSON, in which tags are seen as they are. */
export function showValue(value: Json): HTMLElement {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const pre = element('pre', text.slice(0, SHOWN));
  if (text.length <= SHOWN) return pre;
  const more = element('button', `Show all ${text.length} characters`);
  more.addEventListener('click', () => {
    pre.textContent = text;
    more.remove();
  });
  return element('div', pre, more);
}
