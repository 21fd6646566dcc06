import type { Json, ValueSchema } from '../../plan/schema.ts';
import { renderLine } from './anchors.ts';
import { renderConstraints, renderJson, renderType } from './facts.ts';
import { type Content, type Html, html, isEmpty } from './html.ts';
import { renderInline } from './markdown.ts';

/** A named value as the page lists it. */
export interface Entry {
  readonly name: string;
  readonly id?: string;
  readonly type: Content;
  /** Marks next to the type: `required`, `read-only`. */
  readonly marks?: readonly Content[];
  readonly meaning?: string;
  /** Its other properties, a short text each. */
  readonly facts?: readonly Content[];
  readonly line?: number;
  readonly inside?: Content;
}

/** Writes fields, members and parameters one under the other. */
export function renderEntries(entries: readonly Entry[]): Html {
  return html`<div class="fields">${entries.map(renderEntry)}</div>`;
}

function renderEntry({ name, id, type, marks = [], meaning, facts = [], line, inside }: Entry): Html {
  const said = facts.filter((fact) => !isEmpty(fact));
  return html`<div class="f"${id !== undefined && html` id="${id}" data-s="field"`}><div class="fn"><code>${name}</code> ${marks}<span class="ty">${type}</span></div><div class="fb">${meaning !== undefined && html`<p>${renderInline(meaning)}</p>`}${said.length > 0 && html`<ul class="facts">${said.map((fact) => html`<li>${fact}</li>`)}</ul>`}${inside}</div>${renderLine(line)}</div>
`;
}

/** The mark of what must be sent. */
export const required = html`<span class="req">required</span> `;

/** Writes the facts of a value: its constraints, and its default. */
export function listFacts(schema: ValueSchema | undefined, otherwise: Json | undefined): readonly Content[] {
  return [
    ...(schema === undefined ? [] : renderConstraints(schema)),
    otherwise !== undefined && html`default ${renderJson(otherwise)}`,
  ];
}

/** Writes the type of a value that a schema may state. */
export function renderEntryType(schema: ValueSchema | undefined): Content {
  return schema === undefined ? 'any value' : renderType(schema);
}
