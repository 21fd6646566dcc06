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
      uniques.push({
        fields: [field.name.value, ...within],
        ...present({ ignoring: constraint.kind === 'unique' ? constraint.ignoring : undefined }),
        ...present({ where: condition }),
        safe: isSafe(service, resource, field, within),
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
  if (assigned?.by === 'format') return true;
  if (assigned?.by === 'sequence') return hasSameNames(assigned.within, within) || assigned.within.length === 0;
  if (assigned !== undefined || has(field, 'default') || has(field, 'computed')) return false;
  if (isSentByClient(field, 'creation') || isSentByClient(field, 'change')) return false;
  const values = planMachines(service, resource)
    .flatMap((machine) => machine.transitions)
    .flatMap((row) => row.effects)
    .filter((effect) => effect.path[0] === field.name.value)
    .map((effect) => effect.value);
  return values.length > 0 && values.every((value) => isNext(value, field.name.value, within));
}

function isNext(value: Expression, field: string, within: readonly string[]): boolean {
  return value.op === 'next' && value.field === field && hasSameNames(value.within, within);
}

function hasSameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name));
}
