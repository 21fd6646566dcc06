import { formatOf } from '../../parts/registry.ts';
import type { ConstraintPlan, Json, ValueSchema } from '../../plan/schema.ts';
import { formatSize } from '../../text/numbers/sizes.ts';
import { renderLink } from './anchors.ts';
import { type Html, html, joinHtml } from './html.ts';

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
export function renderConstraints(schema: ValueSchema): readonly Html[] {
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
