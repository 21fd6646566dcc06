import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { listQuestions, type QuestionNode, readsOf } from '../../../expression/questions.ts';
import { collectReferences, listChildNodes } from '../../../expression/references.ts';
import type { Expression, ValueType } from '../../../expression/tree.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { SourceText } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { findCalledType, findComparedField, findTypeAt, unwrapComparedType } from '../../resolve/compared-field.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { explainWhyHidden } from '../../resolve/fitting.ts';
import { collectDefinitions } from '../../resolve/vocabulary.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { type About, findFieldByName } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { MeansModel, OlderComparedField } from '../model.ts';

type Where = Extract<MeansModel, { kind: 'where' }>;

/**
 * Resolves a `where`: its condition, and what `value` must be. The condition of an older version is over the present record; its `value`
 * has the type that the compared field has in that version: `asked`, or that of the field at `compares`.
 */
export function resolveWhere(
  about: Pick<About, 'service' | 'resource'>,
  { cel, compares }: Where,
  constraints: readonly { readonly kind: string; readonly unit?: string }[],
  asked?: ValueType,
): {
  readonly holds?: Expression;
  readonly schema?: ValueSchema;
  readonly indexed: boolean;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { service, resource } = about;
  if (resource === undefined) return { indexed: true, diagnostics: [] };
  const stated = inferTypeFromConstraints(constraints);
  const compared = findComparedType(service.present ?? service, resource.name.value, cel);
  const type = stated ?? compared ?? findCalledType(cel) ?? { kind: 'string' };
  const { tree, diagnostics: found } = resolveExpression(
    cel,
    createEnvironments(service).parameterWhere(resource.name.value, type),
  );
  const older = compares && findOlderType(service, resource.name.value, compares, cel);
  const schema = toValueSchema(stated ?? asked ?? older ?? type);
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
  const asked = listQuestions(node).flatMap((question) =>
    listReadFields(question, question).map(({ name, resource: of, field }) => {
      const other = collectDefinitions(service).resources.get(of);
      return { name, field: other && findFieldByName(other, field) };
    }),
  );
  return [...own, ...others, ...asked].flatMap(({ name, field }) => {
    const why = field && explainWhyHidden(field);
    return why === undefined ? [] : [{ name, why }];
  });
}

interface ReadField {
  /** As messages name it, from the resource that a question is about. */
  readonly name: string;
  readonly resource: string;
  readonly field: string;
}

/** The fields of an asked record that a question reads, and those of the records that it refers to. */
function listReadFields(
  node: Expression,
  { resource, variable }: Pick<QuestionNode, 'resource' | 'variable'>,
): readonly ReadField[] {
  const steps = readsOf(node, new Set([variable]));
  if (steps === undefined)
    return listChildNodes(node).flatMap((child) => listReadFields(child, { resource, variable }));
  return steps.flatMap(({ name, through }, at) => {
    const path = [resource, ...steps.slice(0, at + 1).map((step) => step.name)].join('.');
    return at === 0 || through !== undefined ? [{ name: path, resource: through ?? resource, field: name }] : [];
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
function findComparedType(service: Service, resource: string, cel: SourceText): ValueType | undefined {
  const found = findComparedField(service, resource, cel);
  return found && unwrapComparedType(found.type, found.inList);
}

/** The type of the compared field in an older version. */
function findOlderType(
  service: Service,
  resource: string,
  { owner, path }: OlderComparedField,
  cel: SourceText,
): ValueType | undefined {
  const known = findComparedField(service.present ?? service, resource, cel);
  const type = findTypeAt(service, owner, path);
  return type && unwrapComparedType(type, known?.inList === true);
}

/** The schema of a value of a type, in plain JSON. */
export function toValueSchema(type: ValueType): ValueSchema {
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
  // An equality of the question gives it an index of its own.
  if (tree === undefined || tree.op === 'question') return true;
  if (tree.op !== 'binary' || !['==', '<', '<=', '>', '>='].includes(tree.operator)) return false;
  const own = (node: Expression): boolean => node.op === 'path' && node.root === 'record' && node.steps.length === 1;
  const value = (node: Expression): boolean => node.op === 'path' && node.root === 'value';
  return (own(tree.left) && value(tree.right)) || (own(tree.right) && value(tree.left));
}
