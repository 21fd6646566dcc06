import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ParameterPlan } from '../../../plan/operation.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { findNearestName } from '../../../text/limited-suggestions.ts';
import { getLineNumber, type Name } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { isNotShown } from '../../not-shown.ts';
import { planMeaning } from '../../resolve/documentation.ts';
import { explainWhyNotSearchable, explainWhyNotSortable } from '../../resolve/fitting.ts';
import { resolveSchema } from '../../resolve/schemas.ts';
import { resolveExpansion } from '../../resolve/shapes.ts';
import { collectDefinitions, findSimilarField } from '../../resolve/vocabulary.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { ConstraintModel, FieldModel, TypeModel } from '../../resources/model.ts';
import { readType } from '../../resources/read/type-words.ts';
import { types } from '../../resources/types/index.ts';
import { type About, findFieldByName } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { MeansModel, ParameterModel } from '../model.ts';
import { applyConstraints, readConstraints, resolveDefault } from './constraints.ts';
import { resolveFilter } from './filter.ts';
import { answerContext, resolveResponse } from './shapes.ts';
import { resolveWhere } from './where.ts';

type Plan = ParameterPlan['mapsTo'];
type Resolved = { readonly means?: Plan; readonly schema?: ValueSchema; readonly diagnostics: readonly Diagnostic[] };

/** Resolves a parameter: what it means, what a value of it must be, and what is wrong with it. */
export function resolveParameter(
  about: About,
  parameter: ParameterModel,
): { readonly plan?: ParameterPlan; readonly diagnostics: readonly Diagnostic[] } {
  const { constraints, diagnostics: wrong } = readConstraints(parameter);
  if (parameter.means === undefined) return { diagnostics: wrong };
  const { means, schema, diagnostics: found } = resolveMeans(about, parameter, parameter.means, constraints);
  const all = [...wrong, ...found];
  if (means === undefined) return { diagnostics: all };
  const bounded = schema && applyConstraints(about, means, schema, constraints);
  if (bounded !== undefined) all.push(...bounded.diagnostics);
  const full = bounded?.schema;
  const required = constraints.some((constraint) => constraint.kind === 'required');
  const { default: otherwise, diagnostic } = resolveDefault(about, means, full, constraints);
  if (diagnostic !== undefined) all.push(diagnostic);
  const plan: ParameterPlan = {
    name: parameter.name.value,
    in: parameter.in,
    mapsTo: means,
    ...present({ schema: full }),
    required,
    ...present({ default: otherwise }),
    ...planMeaning(parameter),
    line: getLineNumber(about.service.source, parameter.span),
  };
  return { plan, diagnostics: all };
}

function resolveMeans(
  about: About,
  parameter: ParameterModel,
  means: MeansModel,
  constraints: readonly ConstraintModel[],
): Resolved {
  switch (means.kind) {
    case 'filter': {
      const { path, schema, inItems, diagnostics: found } = resolveFilter(about, means);
      if (path === undefined || schema === undefined) return { diagnostics: found };
      const slow = inItems ? [diagnostics['slow-filter'](means.span, parameter.name.value)] : [];
      return {
        means: { kind: 'filter', path, operator: means.operator },
        schema,
        diagnostics: [...found, ...slow],
      };
    }
    case 'where': {
      const { holds, schema, indexed, diagnostics: found } = resolveWhere(about, means, constraints);
      if (holds === undefined || schema === undefined) return { diagnostics: found };
      const slow = indexed ? [] : [diagnostics['slow-where'](means.span, parameter.name.value)];
      return { means: { kind: 'where', condition: holds }, schema, diagnostics: [...found, ...slow] };
    }
    case 'search':
    case 'sort':
      return resolveFields(about, parameter, means);
    case 'expand':
      return resolveExpansions(about, means.fields);
    case 'input':
      return resolveInput(about, means.type);
    case 'page size':
    case 'offset':
    case 'page number':
      return { means: { kind: means.kind }, schema: { type: 'integer' }, diagnostics: [] };
    case 'total':
      return { means: { kind: 'total' }, schema: { type: 'boolean' }, diagnostics: [] };
    default:
      return { means: { kind: means.kind }, schema: { type: 'string' }, diagnostics: [] };
  }
}

function findKnownField(about: About, name: Name, found: Diagnostic[]): FieldModel | undefined {
  const { resource } = about;
  const field = resource && findFieldByName(resource, name.value);
  if (resource !== undefined && field === undefined) {
    const near = findSimilarField(resource, name.value);
    found.push(diagnostics['unknown-field'](name.span, name.value, resource.name.value, near));
  }
  return field;
}

function resolveFields(
  about: About,
  parameter: ParameterModel,
  means: Extract<MeansModel, { kind: 'search' | 'sort' }>,
): Resolved {
  const found: Diagnostic[] = [];
  const fields: string[] = [];
  for (const name of means.fields) {
    const field = findKnownField(about, name, found);
    if (field === undefined || about.resource === undefined) continue;
    if (fields.includes(name.value)) found.push(diagnostics['duplicate-field'](name.span, name.value));
    else if (means.kind === 'sort') {
      const why = explainWhyNotSortable(about.service, about.resource, field);
      if (why !== undefined) found.push(diagnostics['not-orderable'](name.span, name.value, why));
    } else {
      const why = explainWhyNotSearchable(about.service, about.resource, field);
      if (why !== undefined) found.push(diagnostics['not-searchable'](name.span, name.value, why));
    }
    fields.push(name.value);
  }
  if (means.kind === 'search') found.push(diagnostics['slow-search'](means.span, parameter.name.value));
  return { means: { kind: means.kind, fields }, schema: { type: 'string' }, diagnostics: found };
}

function resolveExpansions(about: About, names: readonly Name[]): Resolved {
  const found: Diagnostic[] = [];
  const shapes: AnswerShape[] = [];
  const fields: string[] = [];
  for (const name of names) {
    if (fields.includes(name.value)) {
      found.push(diagnostics['duplicate-field'](name.span, name.value));
      continue;
    }
    const shape = resolveExpandedField(about, name, found);
    fields.push(name.value);
    if (shape !== undefined) shapes.push(shape);
  }
  const isKnown = shapes.length === fields.length;
  return {
    means: { kind: 'expand', fields, ...(isKnown ? { shapes } : {}) },
    schema: { type: 'string' },
    diagnostics: found,
  };
}

function resolveExpandedField(about: About, name: Name, found: Diagnostic[]): AnswerShape | undefined {
  const field = findKnownField(about, name, found);
  if (field?.type === undefined) return undefined;
  const { type } = field;
  const ref = type.kind === 'list' ? type.item : type;
  if (ref.kind !== 'ref') {
    found.push(diagnostics['not-expandable'](name.span, name.value, 'it is not a `ref` field'));
    return undefined;
  }
  const target = ref.resource.value;
  if (!collectDefinitions(about.service).resources.has(target)) return undefined;
  if (!isShown(about, name.value)) {
    found.push(
      diagnostics['not-expandable'](name.span, name.value, `no response of \`${about.operation.name.text}\` shows it`),
    );
  }
  const made = resolveExpansion(name, target, type.kind === 'list', answerContext(about));
  found.push(...made.diagnostics);
  return made.shape;
}

/** Whether an answer shows a field of the record itself, or embeds what it names; of answers that cannot be understood it is assumed. */
function isShown(about: About, field: string): boolean {
  const { responses } = about.operation;
  // Without a response, the operation has a diagnostic, or the line Lists has.
  if (isNotShown(responses) || responses.length === 0) return true;
  const shows = (shape: AnswerShape | undefined): boolean => {
    if (shape?.kind === 'object') return shape.members.some((member) => shows(member.shape));
    if (shape?.kind === 'records') return shows(shape.item);
    if (shape?.kind === 'field') return shape.path.length === 1 && shape.path[0] === field;
    return shape?.kind === 'embedded' && shape.field === field;
  };
  return responses.some((response) => {
    if (response.shape === undefined) return false;
    const { shape } = resolveResponse(about, response);
    return shape === undefined || shows(shape);
  });
}

function resolveInput(about: About, words: Extract<MeansModel, { kind: 'input' }>['type']): Resolved {
  const { type, diagnostics: found } = readType(words);
  if (type === undefined) return { diagnostics: found };
  if (type.nullable || !isSendable(type))
    return { diagnostics: [...found, diagnostics['parameter-type'](words.span, words.text)] };
  const named = type.kind === 'list' ? type.item : type;
  if (named.kind === 'ref' && !collectDefinitions(about.service).resources.has(named.resource.value)) {
    const { value, span } = named.resource;
    const { resources } = collectDefinitions(about.service);
    const near = findNearestName(about.service, 'resources', value, () => resources.keys());
    return { diagnostics: [diagnostics['unknown-resource'](span, value, 'no resource', near)] };
  }
  return {
    means: { kind: 'input' },
    schema: resolveSchema(about.service, { type, constraints: [] }, ''),
    diagnostics: found,
  };
}

/** Whether values of a type can be read from the text of a parameter. */
export function isSendable(type: TypeModel): boolean {
  if (type.kind === 'list') return !type.item.nullable && type.item.kind !== 'list' && isSendable(type.item);
  if (type.kind === 'one of' || type.kind === 'ref') return true;
  if (findFormat(type)?.notCompared !== undefined) return false;
  return types.some(({ name, fromText }) => name === type.kind && fromText !== undefined);
}
