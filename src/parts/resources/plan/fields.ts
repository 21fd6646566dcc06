import type { Assigned, DirectionWord, FieldPlan } from '../../../plan/resource.ts';
import { getLineNumber } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { findMachine } from '../../resolve/definitions.ts';
import { planMeaning } from '../../resolve/documentation.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { readDefault, resolveSchema, resolveStorage } from '../../resolve/schemas.ts';
import { isComputedWhenShown } from '../../resolve/shown-fields.ts';
import { has } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { readAccountValue } from '../account-values.ts';
import { findFormat } from '../formats/index.ts';
import type { FieldModel, ResourceModel } from '../model.ts';
import { readSessionValue } from '../session-values.ts';

/** The fields of a resource as the machine runs them, in the document's order. */
export function planFields(service: Service, resource: ResourceModel): FieldPlan[] {
  const taken = new Set<string>();
  return resource.fields.map((field) => {
    const name = field.name.value;
    const schema = resolveSchema(service, field, `${resource.name.value}.${name}`);
    const hasStates = field.type?.kind === 'state' && findMachine(service, resource, name) !== undefined;
    // Where states are a gap, the field has no value, and no client sends one.
    const direction = findDirection(field) ?? (field.type?.kind === 'state' && !hasStates ? 'read-only' : undefined);
    const value = readDefault(field);
    const computed = resolveComputed(service, resource, field);
    const assigned = findAssignment(field);
    const onDelete = field.constraints.find((constraint) => constraint.kind === 'on delete');
    return {
      name,
      column: createColumnName(name, taken),
      schema,
      storage: resolveStorage(service, schema),
      required: has(field, 'required'),
      ...present({ default: value, direction }),
      ...(has(field, 'shown once') ? { shownOnce: true } : {}),
      ...(hasStates ? { state: true } : {}),
      ...present({ assigned }),
      ...(has(field, 'assigned on update') ? { assignedOnUpdate: true } : {}),
      ...present({ computed }),
      ...(onDelete?.kind === 'on delete' ? { onDelete: onDelete.does } : {}),
      ...planMeaning(field),
      line: getLineNumber(service.source, field.span),
    };
  });
}

/** The columns that each table of PostgreSQL has already (its documentation, 5.6). */
const systemColumns = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/** Databases compare the names of columns without letter case: a field that differs in case alone gets another column. */
function createColumnName(field: string, taken: Set<string>): string {
  let column = systemColumns.has(field.toLowerCase()) ? `${field}_` : field;
  for (let count = 2; taken.has(column.toLowerCase()); count++) column = `${field}_${count}`;
  taken.add(column.toLowerCase());
  return column;
}

/** The direction of a field, if one is stated. */
export function findDirection(field: FieldModel): DirectionWord | undefined {
  const found = field.constraints.find((constraint) => constraint.kind === 'direction');
  return found?.kind === 'direction' ? found.word : undefined;
}

function planSource(path: string): Assigned {
  const value = readSessionValue(path);
  if (value !== undefined) return { by: 'session', value };
  const claimed = readAccountValue(path);
  if (claimed !== undefined) return { by: 'sign in', value: claimed };
  return { by: 'caller', attribute: path.slice('caller.'.length) };
}

/** Where a value that the service gives itself comes from. */
export function findAssignment(field: FieldModel): Assigned | undefined {
  const from = field.constraints.find((constraint) => constraint.kind === 'assigned from');
  if (from?.kind === 'assigned from') return planSource(from.path.value);
  if (!has(field, 'assigned')) return undefined;
  const member = findFormat(field.type);
  if (member?.clock !== undefined) return { by: 'clock' };
  if (member?.assignable !== undefined) return { by: 'format' };
  const within = field.constraints.find((constraint) => constraint.kind === 'unique' && constraint.with.length > 0);
  return { by: 'sequence', within: within?.kind === 'unique' ? within.with.map(({ value }) => value) : [] };
}

function resolveComputed(service: Service, resource: ResourceModel, field: FieldModel): FieldPlan['computed'] {
  const found = field.constraints.find((constraint) => constraint.kind === 'computed');
  if (found?.kind !== 'computed') return undefined;
  const environment = createEnvironments(service).computed(resource.name.value, field.name.value);
  const value = resolveExpression(found.cel, environment).tree;
  if (value === undefined) return undefined;
  return {
    value,
    shown: isComputedWhenShown(resource.fields, field),
    words: found.cel.text,
    line: getLineNumber(service.source, found.span),
  };
}
