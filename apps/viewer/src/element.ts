/**
 * An element with these children. Whatever a trace says goes through here as text: nothing on the page is ever parsed as HTML.
 *
 * @param kind name of the element, then its class, if it has one: `span.weak`
 */
export function element(kind: string, ...children: readonly (Node | string)[]): HTMLElement {
  const [name = 'div', className] = kind.split('.');
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  made.append(...children);
  return made;
}
