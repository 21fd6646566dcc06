import { formatOf } from '../../parts/registry.ts';
import type { ConstraintPlan, Json, ValueSchema } from '../../plan/schema.ts';
import { formatSize } from '../../text/numbers/sizes.ts';
import { renderLine, renderLink } from './anchors.ts';
import { type Content, type Html, html, isEmpty, joinHtml } from './html.ts';
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

/** Writes a JSON value as code. */
export function renderJson(value: Json): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}

/** Writes the type of a value, with links to what it names. */
export function renderType(schema: ValueSchema): Html {
  const bare = renderBareType(schema);
  return schema.nullable === true ? html`${bare} or null` : bare;
}

function renderBareType(schema: ValueSchema): Html {
  switch (schema.type) {
    case 'choice':
      return html`one of ${joinHtml(
        schema.values.map((value) => html`<code>${value}</code>`),
        ' ',
      )}`;
    case 'ref':
      return html`ID of ${renderLink('resources', schema.resource)}`;
    case 'named':
      return renderLink('resources', schema.name);
    case 'list':
      return schema.item.type === 'choice'
        ? html`list: ${renderType(schema.item)}`
        : html`list of ${renderType(schema.item)}`;
    case 'map':
      return html`map of ${renderType(schema.item)}`;
    case 'string':
    case 'integer':
    case 'number': {
      const { format } = schema;
      if (format === undefined) return html`${schema.type}`;
      const named = format.argument === undefined ? format.name : `${format.name} ${format.argument}`;
      return html`${schema.type} <span class="fmt" title="${formatOf(schema)?.words(format.argument) ?? ''}">${named}</span>`;
    }
    default:
      return html`${schema.type}`;
  }
}

/** Returns the type of a value in one word or two, for a sketch of JSON: `string`, `Line[]`, `date`. */
export function formatShortType(schema: ValueSchema): string {
  const bare = formatBareType(schema);
  return schema.nullable === true ? `${bare} | null` : bare;
}

function formatBareType(schema: ValueSchema): string {
  switch (schema.type) {
    case 'choice':
      return schema.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'ref':
      return `${schema.resource} id`;
    case 'named':
      return schema.name;
    case 'list': {
      const item = formatShortType(schema.item);
      return item.includes(' ') ? `(${item})[]` : `${item}[]`;
    }
    case 'map':
      return `{ [key]: ${formatShortType(schema.item)} }`;
    default:
      return 'format' in schema && schema.format !== undefined ? schema.format.name : schema.type;
  }
}

/** Writes the constraints of a value, each with its line where it is not the value's own. */
function renderConstraints(schema: ValueSchema): readonly Html[] {
  const own = (schema.constraints ?? []).map((constraint) => renderConstraint(constraint, schema.type));
  return schema.type === 'list' || schema.type === 'map'
    ? [...own, ...renderConstraints(schema.item).map((each) => html`each: ${each}`)]
    : own;
}

type Bounds = { readonly from?: string; readonly to?: string };

/** Returns the bounds of the size of a file in words. */
function toSizes({ from, to }: Bounds): Bounds {
  return {
    ...(from === undefined ? {} : { from: formatSize(Number(from)) }),
    ...(to === undefined ? {} : { to: formatSize(Number(to)) }),
  };
}

function renderConstraint(constraint: ConstraintPlan, type: ValueSchema['type']): Html {
  switch (constraint.kind) {
    case 'range': {
      const unit = constraint.unit === 'value' || type === 'file' ? '' : ` ${constraint.unit}`;
      const { from, to } = type === 'file' ? toSizes(constraint) : constraint;
      if (from !== undefined && from === to) return html`exactly ${from}${unit}`;
      if (from !== undefined && to !== undefined) return html`${from} to ${to}${unit}`;
      return from === undefined ? html`at most ${to ?? ''}${unit}` : html`${from}${unit} or more`;
    }
    case 'multiple of':
      return html`a multiple of ${constraint.of}`;
    case 'unique items':
      return html`no duplicates`;
    case 'pattern':
      return html`matches <code>${constraint.pattern}</code>`;
    case 'media types':
      return html`${constraint.types.join(', ')}`;
  }
}
