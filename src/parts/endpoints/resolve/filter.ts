import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { findTypeAt } from '../../resolve/compared-field.ts';
import { explainWhyHidden, explainWhyNotFilterable, explainWhyNotStored } from '../../resolve/fitting.ts';
import { type FieldHolder, findInnerHolder } from '../../resolve/inner-fields.ts';
import { resolveSchema } from '../../resolve/schemas.ts';
import { findField, findSimilarField } from '../../resolve/vocabulary.ts';
import type { FieldModel, ResourceModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { type About, findFieldByName } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { MeansModel } from '../model.ts';

type Filter = Extract<MeansModel, { kind: 'filter' }>;

/** The field at the end of the path of a filter, with what it is of. */
interface FilterTarget {
  readonly of: FieldHolder;
  readonly field: FieldModel;
  /** The path leads through the items of a list. */
  readonly inItems: boolean;
}

/** Follows the path of a filter from the record through references, objects and the items of lists. */
function findFilterTarget(about: About, means: Filter, found: Diagnostic[]): FilterTarget | undefined {
  const { service, resource } = about;
  if (resource === undefined) return undefined;
  const { value: path, span } = means.field;
  const whole = path.join('.');
  const own = findFieldByName(resource, whole);
  if (own !== undefined) return { of: resource, field: own, inItems: false };
  let target: FilterTarget | undefined;
  let isReferred = false;
  for (const [at, name] of path.entries()) {
    const inner = target && findInnerHolder(service, target.field.type);
    if (target !== undefined) {
      const hidden = explainWhyNotEntered(target);
      if (hidden === undefined && inner?.by === 'ref' && isReferred) {
        found.push(explainFarField(service, resource, means));
        return undefined;
      }
      const why = hidden ?? (inner === undefined ? explainWhyNoFields(target.field) : undefined);
      if (why !== undefined) found.push(diagnostics['not-filterable'](span, whole, means.operator, why));
      if (why !== undefined || inner === undefined) return undefined;
    }
    isReferred ||= inner?.by === 'ref';
    const of: FieldHolder = inner?.of ?? resource;
    const field = findField(of, name);
    if (field === undefined && of.unshared?.has(name) === true) {
      const why = `the objects of \`${of.name.value}\` do not all have a \`${name}\` of the same type`;
      found.push(diagnostics['not-filterable'](span, whole, means.operator, why));
      return undefined;
    }
    if (field === undefined) {
      const near = findSimilarField(of, name);
      const suggestion = near && [...path.slice(0, at), near, ...path.slice(at + 1)].join('.');
      found.push(diagnostics['unknown-field'](span, name, of.name.value, suggestion));
      return undefined;
    }
    target = { of, field, inItems: target?.inItems === true || inner?.inItems === true };
  }
  return target;
}

/** A filter follows one reference; a condition follows more. */
function explainFarField(service: Service, { name: { value: of } }: ResourceModel, means: Filter): Diagnostic {
  const { value: path, span } = means.field;
  const name = path.join('.');
  const condition = conditions[means.operator]?.(name);
  const isRead = condition !== undefined && findTypeAt(service, of, path) !== undefined;
  return diagnostics['not-filterable'](
    isRead ? means.span : span,
    name,
    means.operator,
    'a filter follows one reference, and this field is more than one away',
    isRead ? `where \`${condition}\`` : undefined,
  );
}

/** The conditions of filters, as a `where` states them. */
const conditions: Partial<Record<Filter['operator'], (field: string) => string>> = {
  '=': (field) => `${field} == value`,
  '!=': (field) => `${field} != value`,
  '<': (field) => `${field} < value`,
  '<=': (field) => `${field} <= value`,
  '>': (field) => `${field} > value`,
  '>=': (field) => `${field} >= value`,
  'starts with': (field) => `${field}.startsWith(value)`,
};

/** Why a filter cannot look into a field; undefined where it can. */
function explainWhyNotEntered({ of, field }: FilterTarget): string | undefined {
  const why = explainWhyHidden(field) ?? explainWhyNotStored(of, field);
  return why?.replace(/^it /, `\`${field.name.value}\` `);
}

/** Why a field has no fields of its own; undefined where its type is not known. */
function explainWhyNoFields({ name, type }: FieldModel): string | undefined {
  const inner = getItemType(type);
  switch (inner?.kind) {
    case undefined:
    case 'named':
    case 'ref':
      return undefined;
    case 'map':
    case 'object':
    case 'any':
      return `the keys of \`${name.value}\` are not part of the document. State a computed field for one of them`;
    default:
      return `\`${name.value}\` is neither a \`ref\` nor an object`;
  }
}

function getItemType(type: TypeModel | undefined): TypeModel | undefined {
  return type?.kind === 'list' ? getItemType(type.item) : type;
}

/** Why an operator does not fit what a filter names; undefined where it does. */
function explainWhyUnfit(about: About, { of, field, inItems }: FilterTarget, means: Filter): string | undefined {
  const { service } = about;
  const why = explainWhyNotFilterable(service, of, field, means.operator);
  if (why === undefined)
    return inItems && means.operator === '!='
      ? 'it could mean that one item differs, or that no item is equal'
      : undefined;
  const inner = findInnerHolder(service, field.type);
  const example = inner?.of.fields.find((member) => {
    return explainWhyNotFilterable(service, inner.of, member, means.operator) === undefined;
  });
  if (inner?.by !== 'object' || example === undefined || explainWhyHidden(field) !== undefined) return why;
  const what = inner.inItems ? 'its items are objects' : 'it is an object';
  return `${what}. Name a member, such as \`${means.field.value.join('.')}.${example.name.value}\``;
}

/** Resolves a filter: the path of its field, what one value must be, and whether it compares the items of a list. */
export function resolveFilter(
  about: About,
  means: Filter,
): {
  readonly path?: readonly string[];
  readonly schema?: ValueSchema;
  readonly inItems?: boolean;
  readonly diagnostics: readonly Diagnostic[];
} {
  const found: Diagnostic[] = [];
  const to = findFilterTarget(about, means, found);
  if (to === undefined) return { diagnostics: found };
  const why = explainWhyUnfit(about, to, means);
  const name = means.field.value.join('.');
  if (why !== undefined) {
    const contains = explainWhyNotFilterable(about.service, to.of, to.field, 'contains') === undefined;
    const suggestion = to.field.type?.kind === 'list' && contains ? `filter ${name} contains` : undefined;
    const span = suggestion === undefined ? means.field.span : means.span;
    return { diagnostics: [diagnostics['not-filterable'](span, name, means.operator, why, suggestion)] };
  }
  const schema = getFilterSchema(
    resolveSchema(about.service, to.field, `${to.of.name.value}.${to.field.name.value}`),
    means.operator,
  );
  const path = findFieldByName(about.resource!, name) === to.field ? [name] : means.field.value;
  return { path, schema, inItems: to.inItems, diagnostics: [] };
}

/** Returns the schema of one value of a filter: the type of its field. Constraints bind stored values, not those of requests. */
export function getFilterSchema(schema: ValueSchema, operator: string): ValueSchema {
  const itemSchema = operator === 'contains' && schema.type === 'list' ? schema.item : schema;
  const { nullable: _, constraints: __, ...bare } = itemSchema;
  if (operator !== 'contains' && operator !== 'starts with') return bare;
  return bare.type === 'string' ? { type: 'string' } : bare;
}
