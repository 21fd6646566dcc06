import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { listChildren, type Syntax } from '../../../expression/parse/syntax.ts';
import { parseExpression } from '../../../expression/parse.ts';
import { collectReferences, listChildNodes } from '../../../expression/references.ts';
import type { Expression, ValueType } from '../../../expression/tree.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { SourceText } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { resolveSchema } from '../../resolve/schemas.ts';
import { collectDefinitions, createSymbolTable, findSimilarField } from '../../resolve/vocabulary.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { type About, findFieldByName } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import { explainWhyHidden, explainWhyNotFilterable } from '../fitting.ts';
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

/** Resolves a `where`: its condition, and what `value` must be. */
export function resolveWhere(
  about: Pick<About, 'service' | 'resource'>,
  cel: SourceText,
  constraints: readonly { readonly kind: string; readonly unit?: string }[],
): {
  readonly holds?: Expression;
  readonly schema?: ValueSchema;
  readonly indexed: boolean;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { service, resource } = about;
  if (resource === undefined) return { indexed: true, diagnostics: [] };
  const syntax = parseExpression(cel).ast;
  const compared = syntax === undefined ? undefined : findComparedType(service, resource, syntax);
  const type = inferTypeFromConstraints(constraints) ?? compared ?? { kind: 'string' };
  const { tree, diagnostics: found } = resolveExpression(
    cel,
    createEnvironments(service).parameterWhere(resource.name.value, type),
  );
  const schema = toValueSchema(type);
  const guessed = tree === undefined ? [] : findHiddenCompared(service, resource, tree);
  const hidden = guessed.map(({ name, why }) => diagnostics['not-filterable'](cel.span, name, 'where', why));
  const all = [...found, ...hidden];
  return { ...present({ holds: tree }), schema, indexed: isIndexed(tree), diagnostics: all };
}

/** The fields that are never shown and that a condition compares with what the request gives. */
function findHiddenCompared(
  service: Service,
  resource: ResourceModel,
  node: Expression,
): readonly { readonly name: string; readonly why: string }[] {
  const joins = node.op === 'not' || (node.op === 'binary' && (node.operator === '&&' || node.operator === '||'));
  if (joins) return listChildNodes(node).flatMap((expression) => findHiddenCompared(service, resource, expression));
  const { roots, fields, refs } = collectReferences(node);
  if (!roots.has('value')) return [];
  const own = [...(fields.get('record') ?? [])].map((name) => ({ name, field: findFieldByName(resource, name) }));
  const others = refs.map(({ path, resource: of, field: name }) => {
    const other = collectDefinitions(service).resources.get(of);
    return { name: [...path, name].join('.'), field: other && findFieldByName(other, name) };
  });
  return [...own, ...others].flatMap(({ name, field }) => {
    const why = field && explainWhyHidden(field);
    return why === undefined ? [] : [{ name, why }];
  });
}

function inferTypeFromConstraints(
  constraints: readonly { readonly kind: string; readonly unit?: string }[],
): ValueType | undefined {
  for (const { kind, unit } of constraints) {
    if (kind === 'pattern' || unit === 'characters') return { kind: 'string' };
  }
  return undefined;
}

/** The type of what `value` is first compared with. */
function findComparedType(service: Service, resource: ResourceModel, root: Syntax): ValueType | undefined {
  const waiting = [root];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const beside = findComparedNode(node);
    const type = beside && findPathType(service, resource.name.value, beside.other);
    if (type !== undefined) {
      const bare = type.kind === 'nullable' ? type.of : type;
      return beside!.inList && bare.kind === 'list' ? bare.item : bare.kind === 'ref' ? bare.identity : bare;
    }
    waiting.push(...listChildren(node));
  }
  return undefined;
}

function findComparedNode(node: Syntax): { readonly other: Syntax; readonly inList: boolean } | undefined {
  const isValue = (operand: Syntax | undefined): boolean => operand?.kind === 'name' && operand.name === 'value';
  if (node.kind === 'binary') {
    if (isValue(node.left)) return { other: node.right, inList: node.operator === 'in' };
    return isValue(node.right) ? { other: node.left, inList: false } : undefined;
  }
  const called = node.kind === 'call' && node.receiver !== undefined && isValue(node.args[0]);
  return called ? { other: node.receiver!, inList: false } : undefined;
}

function findPathType(service: Service, of: string, node: Syntax): ValueType | undefined {
  const fields = createSymbolTable(service);
  if (node.kind === 'name') return fields.fields(of)?.get(node.name)?.type;
  if (node.kind === 'binary') return findPathType(service, of, node.left) ?? findPathType(service, of, node.right);
  if (node.kind !== 'select') return undefined;
  if (node.from.kind === 'name' && node.from.name === 'record') return fields.fields(of)?.get(node.name)?.type;
  const from = findPathType(service, of, node.from);
  return from?.kind === 'ref' ? fields.fields(from.resource)?.get(node.name)?.type : undefined;
}

/** What a value of a type must be, as a schema of plain JSON. */
function toValueSchema(type: ValueType): ValueSchema {
  switch (type.kind) {
    case 'int':
      return type.wide ? { type: 'integer', format: { name: 'int64' } } : { type: 'integer' };
    case 'double':
      return { type: 'number' };
    case 'bool':
      return { type: 'boolean' };
    case 'timestamp':
      return { type: 'string', format: { name: 'date-time' } };
    case 'date':
    case 'decimal':
      return { type: 'string', format: { name: type.kind } };
    case 'choice':
      return { type: 'choice', values: type.values };
    case 'list':
      return { type: 'list', item: toValueSchema(type.item) };
    default:
      return { type: 'string' };
  }
}

/** Whether an index serves a condition: one comparison of a field of the record with `value`. */
function isIndexed(tree: Expression | undefined): boolean {
  if (tree === undefined) return true;
  if (tree.op !== 'binary' || !['==', '<', '<=', '>', '>='].includes(tree.operator)) return false;
  const own = (node: Expression): boolean => node.op === 'path' && node.root === 'record' && node.steps.length === 1;
  const value = (node: Expression): boolean => node.op === 'path' && node.root === 'value';
  return (own(tree.left) && value(tree.right)) || (own(tree.right) && value(tree.left));
}
