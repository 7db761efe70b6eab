import { element } from './element.ts';

/** A line that opens. What stands in it is made when it is first opened: a trace may hold thousands of long values. */
export function folded(summary: readonly (Node | string)[], body: () => readonly Node[], open = false): HTMLElement {
  const details = element('details', element('summary', ...summary)) as HTMLDetailsElement;
  let made = false;
  const make = (): void => {
    if (!made && details.open) {
      made = true;
      details.append(...body());
    }
  };
  details.addEventListener('toggle', make);
  details.open = open;
  make();
  return details;
}
