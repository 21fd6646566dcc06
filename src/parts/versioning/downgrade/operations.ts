import {
  getTransformKey,
  type OperationTransform,
  type ParameterTransform,
  type ValueTransform,
} from '../../../plan/version/transform.ts';
import { getLineNumber } from '../../../text/location.ts';
import type { MeansModel, OperationModel } from '../../endpoints/model.ts';
import { comparesExactly } from '../../resolve/compared-field.ts';
import { findNamedType } from '../../resolve/older-names.ts';
import { createOperationNames, getCreation } from '../../resolve/operation-names.ts';
import { collectDefinitions, findField } from '../../resolve/vocabulary.ts';
import type { FieldDraft, VersionDraft } from './draft.ts';
import { type Expressions, findSuccessorParameter } from './expressions.ts';
import { type InputStep, planInputTransforms } from './inputs.ts';
import { buildUpgrade } from './records.ts';

/** A version's service and the one below it, with what lies between them. */
export interface Step extends InputStep {
  readonly draft: VersionDraft;
  readonly trees: Expressions;
}

/** How what callers send to operations is turned; operations for which nothing differs are left out. */
export function planOperationTransforms(step: Step): Readonly<Record<string, OperationTransform>> {
  const made: Record<string, OperationTransform> = {};
  const present = createOperationNames(step.newer).named;
  const byOperation = Map.groupBy(step.draft.parameters.values(), ({ operation }) => operation);
  const drafts = new Map<string, FieldDraft>();
  for (const field of step.draft.fields.values()) {
    if (field.older !== undefined) drafts.set(`${field.owner}.${field.older.name.value}`, field);
  }
  for (const [name, older] of createOperationNames(step.older).named) {
    const newer = present.get(name);
    if (newer === undefined) continue;
    const stated = (byOperation.get(name) ?? []).map((parameter): ParameterTransform => {
      const up =
        parameter.requests &&
        buildUpgrade(parameter.requests, step.trees, getLineNumber(step.older.source, parameter.requests.row.span));
      const given = up?.kind === 'cel' ? findSuccessorParameter(step.draft, parameter) : undefined;
      const newer = (parameter.newer ?? given?.newer)?.model.name.value;
      return {
        ...(parameter.older === undefined ? {} : { older: parameter.older.name.value }),
        ...(newer === undefined ? {} : { newer }),
        ...(up === undefined ? {} : { up }),
        line: getLineNumber(step.older.source, parameter.row.span),
      };
    });
    const parameters = buildParameterTransforms(step, older, drafts, stated);
    const { fields, input } = planInputTransforms(step, newer, older);
    if (parameters.length + fields.length + input.length > 0) made[name] = { fields, input, parameters };
    const [creation, olderCreation] = [getCreation(newer), getCreation(older)];
    if (creation === undefined || olderCreation === undefined) continue;
    const key = getTransformKey({ name, replaces: true });
    made[key] = { ...planInputTransforms(step, creation, olderCreation), parameters };
  }
  return made;
}

function buildParameterTransforms(
  step: Step,
  operation: OperationModel,
  fields: ReadonlyMap<string, FieldDraft>,
  stated: readonly ParameterTransform[],
): readonly ParameterTransform[] {
  const all = [...stated];
  const owner = operation.name.resource?.value;
  for (const { name, means, span } of operation.parameters) {
    const turn = means && owner && planMeansTransform(step, owner, means, fields);
    if (!turn) continue;
    const at = all.findIndex((transform) => transform.older === name.value);
    if (at >= 0) all[at] = { ...turn, ...all[at]! };
    else all.push({ older: name.value, newer: name.value, ...turn, line: getLineNumber(step.older.source, span) });
  }
  return all;
}

function planMeansTransform(
  step: Step,
  owner: string,
  means: MeansModel,
  fields: ReadonlyMap<string, FieldDraft>,
): Partial<ParameterTransform> | undefined {
  if (means.kind === 'filter') {
    const exact = means.operator === '=' || means.operator === '!=' || means.operator === 'in';
    return planValueTransform(step, owner, means.field.value, exact, fields);
  }
  if (means.kind === 'where' && means.compares !== undefined)
    return planValueTransform(step, means.compares.owner, means.compares.path, comparesExactly(means.cel), fields);
  if (means.kind !== 'sort') return undefined;
  const names = means.fields.flatMap(({ value }) => {
    const newer = fields.get(`${owner}.${value}`)?.newer?.model.name.value;
    return newer === undefined || newer === value ? [] : [[value, newer] as const];
  });
  return names.length === 0 ? undefined : { sort: Object.fromEntries(names) };
}

/** How a value that is compared with a field is turned up; `exact`: no comparison depends on an order of values. */
function planValueTransform(
  step: Step,
  owner: string,
  path: readonly string[],
  exact: boolean,
  fields: ReadonlyMap<string, FieldDraft>,
): Partial<ParameterTransform> | undefined {
  const { resources, objects } = collectDefinitions(step.older);
  let holder = owner;
  for (const name of path.slice(0, -1)) {
    const model = resources.get(holder) ?? objects.get(holder);
    const type = model && findField(model, name)?.type;
    holder = (type && findNamedType(type)) ?? '';
  }
  const last = path[path.length - 1]!;
  const draft = fields.get(`${holder}.${last}`);
  if (draft === undefined) return undefined;
  const line = getLineNumber(step.older.source, draft.row.span);
  if (draft.retyped) {
    const up = draft.requests && buildUpgrade(draft.requests, step.trees, line);
    return { up: exact && up?.kind === 'cel' ? { ...up, field: last } : { kind: 'refused', line } };
  }
  if (draft.down.size + draft.up.size === 0) return undefined;
  const value: ValueTransform = {
    kind: 'choice',
    down: Object.fromEntries(draft.down),
    up: Object.fromEntries(draft.up),
  };
  return { value };
}
