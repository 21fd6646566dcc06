import { renderWebsite } from '../brand.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html } from '../html.ts';
import { renderInline, renderProse } from '../markdown.ts';

/** Writes what the service is for, and what it is not. */
export function renderPurpose({ plan }: Context): Html {
  const { purpose, parts = [] } = plan;
  const prose = parts.find(({ part }) => part === 'purpose')?.description;
  return html`${prose === undefined ? html`<p>${renderInline(purpose.prose)}</p>` : renderProse(prose)}
<div class="scope">${renderScope('In scope', purpose.inScope)}${renderScope('Out of scope', purpose.outOfScope)}</div>
${purpose.website !== undefined && html`<p>Website: ${renderWebsite(plan)}</p>`}${purpose.contact !== undefined && html`<p>Contact: ${renderInline(purpose.contact)}</p>`}${purpose.terms !== undefined && html`<p>Terms: ${renderInline(purpose.terms)}</p>`}`;
}

function renderScope(title: string, items: readonly string[]): Content {
  const all = items.flatMap((item) => item.split(/,\s+/));
  return (
    all.length > 0 &&
    html`<div><h3>${title}</h3><ul>${all.map((item) => html`<li>${renderInline(item)}</li>`)}</ul></div>`
  );
}
