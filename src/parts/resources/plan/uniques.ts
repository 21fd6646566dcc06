import type { Expression } from '../../../expression/tree.ts';
import type { UniquePlan } from '../../../plan/resource.ts';
import { getLineNumber, slice } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import { planMachines } from '../../resolve/machine-plan.ts';
import { has } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import type { FieldModel, ResourceModel } from '../model.ts';
import { findAssignment } from './fields.ts';

/** What no two records of a resource may agree in, and whether the service gives the values so that they cannot. */
export function planUniques(service: Service, resource: ResourceModel): UniquePlan[] {
  const uniques: UniquePlan[] = [];
  for (const field of resource.fields) {
    for (const constraint of field.constraints) {
      if (constraint.kind !== 'unique' && constraint.kind !== 'unique where') continue;
      const within = constraint.with.map(({ value }) => value);
      const condition =
        constraint.kind === 'unique where'
          ? resolveExpression(constraint.cel, createEnvironments(service).uniqueWhile(resource.name.value)).tree
          : undefined;
      if (constraint.kind === 'unique where' && condition === undefined) continue;
      const safe = isSafe(service, resource, field, within);
      const counted = safe && within.length > 0 && !isGivenAnywhere(field);
      uniques.push({
        fields: [field.name.value, ...within],
        ...present({ ignoring: constraint.kind === 'unique' ? constraint.ignoring : undefined }),
        ...present({ where: condition }),
        safe,
        ...(counted ? { counted } : {}),
        words: constraint.words ?? slice(service.source, constraint.span),
        line: getLineNumber(service.source, constraint.span),
      });
    }
  }
  return uniques;
}

/** The service itself gives the values: by format, by sequence, or by `next` over the very fields of the constraint. */
function isSafe(service: Service, resource: ResourceModel, field: FieldModel, within: readonly string[]): boolean {
  const assigned = findAssignment(field);
  if (isGivenAnywhere(field)) return true;
  if (assigned?.by === 'sequence') return hasSameNames(assigned.within, within);
  if (assigned !== undefined || has(field, 'default') || has(field, 'computed')) return false;
  if (isSentByClient(field, 'creation') || isSentByClient(field, 'change')) return false;
  const values = planMachines(service, resource)
    .flatMap((machine) => machine.transitions)
    .flatMap((row) => row.effects)
    .filter((effect) => effect.path[0] === field.name.value)
    .map((effect) => effect.value);
  return values.length > 0 && values.every((value) => isNext(value, field.name.value, within));
}

/** The service gives values that no other record has, whatever its other fields are. */
function isGivenAnywhere(field: FieldModel): boolean {
  const assigned = findAssignment(field);
  return assigned?.by === 'format' || (assigned?.by === 'sequence' && assigned.within.length === 0);
}

function isNext(value: Expression, field: string, within: readonly string[]): boolean {
  return value.op === 'next' && value.field === field && hasSameNames(value.within, within);
}

function hasSameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name));
}
