import { type Content, type Html, html } from './html.ts';

/** The parts of the page, each with the anchor of its heading. */
export type Anchored =
  | 'resources'
  | 'states'
  | 'endpoints'
  | 'authentication'
  | 'events'
  | 'errors'
  | 'limits'
  | 'versioning';

/** Returns the id of what a part of the page describes: `errors-not_found`, `endpoints-pay-Invoice`. */
export function toAnchor(part: Anchored, name: string): string {
  return `${part}-${name.replace(/\s+/g, '-')}`;
}

/** Returns the address of an id inside the page. */
export function toFragment(id: string): string {
  return `#${encodeURIComponent(id)}`;
}

/** Writes a link to what a part of the page describes. */
export function renderLink(part: Anchored, name: string, content: Content = name): Html {
  return html`<a href="${toFragment(toAnchor(part, name))}">${content}</a>`;
}

/** Writes the link to a line of the document. */
export function renderLine(line: number | undefined): Html {
  return line === undefined ? html`` : html`<a class="l" href="#line-${line}">${line}</a>`;
}
