import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { explainWhyNotFilterable } from '../../resolve/fitting.ts';
import { resolveSchema } from '../../resolve/schemas.ts';
import { collectDefinitions, findSimilarField } from '../../resolve/vocabulary.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import { type About, findFieldByName } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { MeansModel } from '../model.ts';

type Filter = Extract<MeansModel, { kind: 'filter' }>;

/** The field that a filter names, on the record or one `ref` away, with the resource that it is of. */
function findFilterTarget(
  about: About,
  means: Filter,
  found: Diagnostic[],
): { readonly of: ResourceModel; readonly field: FieldModel } | undefined {
  const { service, resource } = about;
  if (resource === undefined) return undefined;
  const [first = '', second, third] = means.field.value;
  const whole = findFieldByName(resource, means.field.value.join('.'));
  if (whole !== undefined) return { of: resource, field: whole };
  const field = findFieldByName(resource, first);
  const { span } = means.field;
  if (field === undefined) {
    found.push(diagnostics['unknown-field'](span, first, resource.name.value, findSimilarField(resource, first)));
    return undefined;
  }
  if (second === undefined) return { of: resource, field };
  const other =
    field.type?.kind === 'ref' ? collectDefinitions(service).resources.get(field.type.resource.value) : undefined;
  if (field.type?.kind !== 'ref' || third !== undefined) {
    const why = third === undefined ? `\`${first}\` is not a \`ref\` field` : 'it is more than one `ref` away';
    found.push(diagnostics['not-filterable'](span, means.field.value.join('.'), means.operator, why));
    return undefined;
  }
  if (other === undefined) return undefined;
  const through = findFieldByName(other, second);
  if (through === undefined) {
    const near = findSimilarField(other, second);
    found.push(diagnostics['unknown-field'](span, second, other.name.value, near && `${first}.${near}`));
    return undefined;
  }
  return { of: other, field: through };
}

/** Resolves a filter: the path of its field, and what one value must be. */
export function resolveFilter(
  about: About,
  means: Filter,
): { readonly path?: readonly string[]; readonly schema?: ValueSchema; readonly diagnostics: readonly Diagnostic[] } {
  const found: Diagnostic[] = [];
  const to = findFilterTarget(about, means, found);
  if (to === undefined) return { diagnostics: found };
  const why = explainWhyNotFilterable(about.service, to.of, to.field, means.operator);
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
  return { path, schema, diagnostics: [] };
}

/** What one value of a filter must be: of the field's type; its constraints bind what is stored, not what is asked for. */
export function getFilterSchema(schema: ValueSchema, operator: string): ValueSchema {
  const itemSchema = operator === 'contains' && schema.type === 'list' ? schema.item : schema;
  const { nullable: _, constraints: __, ...bare } = itemSchema;
  if (operator !== 'contains' && operator !== 'starts with') return bare;
  return bare.type === 'string' ? { type: 'string' } : bare;
}
