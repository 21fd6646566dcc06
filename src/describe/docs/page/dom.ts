/** Creates an element with attributes and content. Texts are texts: no HTML is read from them. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

/** Lists the elements that a selector finds. */
export function findAll<Found extends Element = HTMLElement>(selector: string, inside: ParentNode = document): Found[] {
  return [...inside.querySelectorAll<Found>(selector)];
}

/** Returns the text of an element in one line, without its buttons and the numbers of lines. */
export function readText(element: Element | null | undefined): string {
  return (element === null || element === undefined ? '' : collect(element)).replace(/\s+/g, ' ').trim();
}

function collect(node: Node): string {
  return [...node.childNodes]
    .map((child) => {
      if (child instanceof Text) return child.data;
      if (!(child instanceof Element) || child.matches('button, .l, form, svg') || isHidden(child)) return '';
      return child.matches('code, b, var, em, strong, .r') ? collect(child) : ` ${collect(child)} `;
    })
    .join('');
}

/** Whether an element is for authors alone, and the page is shown to callers. */
export function isHidden(element: Element): boolean {
  return element.closest('.au, .gaps') !== null && !document.documentElement.classList.contains('author');
}

/** Returns the element that an address inside the page leads to. */
export function findTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
