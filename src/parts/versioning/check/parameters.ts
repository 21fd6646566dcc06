import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ParameterPlan } from '../../../plan/operation.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { SourceText } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import { diagnostics } from '../../endpoints/diagnostics.ts';
import type { ParameterModel } from '../../endpoints/model.ts';
import { applyConstraints, readConstraints, resolveDefault } from '../../endpoints/resolve/constraints.ts';
import { getFilterSchema } from '../../endpoints/resolve/filter.ts';
import { isSendable } from '../../endpoints/resolve/parameter.ts';
import { resolveWhere } from '../../endpoints/resolve/where.ts';
import type { Older } from '../../resolve/older.ts';
import { createOlderNames } from '../../resolve/older-names.ts';
import { resolveSchema } from '../../resolve/schemas.ts';
import { collectDefinitions } from '../../resolve/vocabulary.ts';
import type { ConstraintModel } from '../../resources/model.ts';
import { readType } from '../../resources/read/type-words.ts';
import type { ParameterDraft, VersionDraft } from '../downgrade/draft.ts';
import { createParameterTypes, type ParameterTypes } from '../downgrade/types.ts';
import type { ChangeModel } from '../model.ts';
import type { Present } from '../present.ts';

type Report = (diagnostic: Diagnostic) => void;
type Meant = { readonly means: ParameterPlan['mapsTo']; readonly schema?: ValueSchema };

/**
 * Asks of the parameters of an older version what is asked of present ones, where a row of Changes states it: whether defaults
 * and constraints fit what the parameter takes, and whether a type can travel as text. `older` stands as that version.
 */
export function checkParameters(older: Older, draft: VersionDraft, report: Report): void {
  const types = createParameterTypes(older, draft);
  for (const parameter of draft.parameters.values()) {
    const { older: model, newer } = parameter;
    if (model?.means === undefined) continue;
    if (newer === undefined && !canParseType(model, report)) continue;
    const kept = new Set(newer?.model.constraints);
    const stated = model.constraints.filter((words) => !kept.has(words));
    if (stated.length > 0) checkStated(older, parameter, model, stated, types, report);
  }
}

const typesOf = memo(({ older }: Present): ParameterTypes => createParameterTypes(older, { fields: new Map() }));

/** Asks whether the value that a row gives for a parameter which older callers leave out fits it, as the version of the row has it. */
export function checkLeftOut(known: Present, { where, oldRequests }: ChangeModel, report: Report): void {
  if (where?.kind !== 'parameter' || oldRequests?.kind !== 'default') return;
  const { older } = known;
  const operation = where.operation.value;
  const model = older.operations.get(operation)?.parameters.get(where.parameter.value)?.model;
  if (model === undefined) return;
  const { literal, span } = oldRequests;
  const { constraints } = readConstraints(model);
  checkDefault(older, operation, model, [...constraints, { kind: 'default', literal, span }], typesOf(known), report);
}

/** Whether the type of a parameter that was removed can be read from a text; types that are not known were told of before. */
function canParseType({ means }: ParameterModel, report: Report): boolean {
  if (means?.kind !== 'input') return true;
  const { type } = readType(means.type);
  if (type === undefined) return false;
  if (!type.nullable && isSendable(type)) return true;
  report(diagnostics['parameter-type'](means.type.span, means.type.text));
  return false;
}

function checkStated(
  older: Older,
  { operation, newer }: ParameterDraft,
  model: ParameterModel,
  stated: readonly SourceText[],
  types: ParameterTypes,
  report: Report,
): void {
  const { constraints, diagnostics: wrong } = readConstraints({ constraints: stated });
  // how they are written was asked before
  for (const diagnostic of wrong) if (diagnostic.code === 'endpoints/parameter-constraint') report(diagnostic);
  // what stands beside the type of one that was removed is asked with the type itself
  if (newer === undefined) return;
  const { means, schema } = resolveParameterMapping(older, operation, model, types) ?? {};
  const bounded = means && schema && applyConstraints(older, means, schema, constraints);
  for (const diagnostic of bounded?.diagnostics ?? []) report(diagnostic);
  const own = constraints.filter(({ kind }) => kind === 'default');
  const all = readConstraints(model).constraints.filter(({ kind }) => kind !== 'default');
  checkDefault(older, operation, model, [...all, ...own], types, report);
}

/** Whether the default among the constraints fits what a parameter takes, the other constraints included. */
function checkDefault(
  older: Older,
  operation: string,
  model: ParameterModel,
  constraints: readonly ConstraintModel[],
  types: ParameterTypes,
  report: Report,
): void {
  const { means, schema } = resolveParameterMapping(older, operation, model, types) ?? {};
  const bounded = means && schema && applyConstraints(older, means, schema, constraints);
  const { diagnostic } = resolveDefault(older, means, bounded?.schema, constraints);
  if (diagnostic !== undefined) report(diagnostic);
}

/** What a parameter means and takes in the older version, by its names; undefined where that is not known. */
function resolveParameterMapping(
  older: Older,
  operation: string,
  { means, constraints }: ParameterModel,
  types: ParameterTypes,
): Meant | undefined {
  const { service } = older;
  switch (means?.kind) {
    case 'filter': {
      const found = types.filtered(operation, means.field.value);
      if (found === undefined) return undefined;
      const { owner, field } = found;
      const whole = resolveSchema(service, field.model, `${owner}.${field.model.name.value}`);
      const states = field.states?.map(({ value }) => value);
      const schema: ValueSchema = states === undefined ? whole : { type: 'choice', values: states };
      const { operator, field: at } = means;
      return { means: { kind: 'filter', path: at.value, operator }, schema: getFilterSchema(schema, operator) };
    }
    case 'input': {
      const { type } = readType(means.type);
      return { means: { kind: 'input' }, schema: resolveSchema(service, { type, constraints: [] }, '') };
    }
    case 'sort':
    case 'search': {
      const owner = older.operations.get(operation)?.model.name.resource?.value;
      const names = createOlderNames(older);
      const fields = means.fields.flatMap((name) => names.name(owner, name)?.value ?? []);
      return { means: { kind: means.kind, fields }, schema: { type: 'string' } };
    }
    case 'page size':
    case 'offset':
    case 'page number':
      return { means: { kind: means.kind }, schema: { type: 'integer' } };
    case 'total':
      return { means: { kind: 'total' }, schema: { type: 'boolean' } };
    case 'where': {
      const owner = older.operations.get(operation)?.model.name.resource?.value;
      const resource = owner === undefined ? undefined : collectDefinitions(service).resources.get(owner);
      if (resource === undefined) return undefined;
      const { constraints: own } = readConstraints({ constraints });
      const { holds, schema } = resolveWhere({ service, resource }, means, own, types.compared(operation, means.cel));
      return holds === undefined || schema === undefined
        ? undefined
        : { means: { kind: 'where', condition: holds }, schema };
    }
    default:
      return undefined;
  }
}
