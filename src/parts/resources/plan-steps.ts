import type { StepPlan } from '../../plan/operation.ts';
import type { StepName } from '../../plan/order.ts';
import { lineOf, type Span, slice } from '../../text/place.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { clientSends } from '../meaning/inputs.ts';
import { rowsBinding } from '../meaning/machine-plan.ts';
import { definitionsOf, namesSelf } from '../meaning/vocabulary.ts';
import type { Service } from '../service.ts';
import type { FieldModel, ResourceModel } from './model.ts';

/** The steps of an operation that this part owns, in words, one for each fact with the line that states it. */
export function stepsFor(service: Service, { name }: OperationModel): StepPlan[] {
  const resource = definitionsOf(service).resources.get(name.resource?.value ?? '');
  if (resource === undefined || name.standard !== undefined || name.code) return [];
  if (name.verb === 'read' || name.verb === 'list') return [];
  const say = (step: StepName, words: string, span: Span): StepPlan => {
    return { step, words, line: lineOf(service.source, span) };
  };
  const erases = name.verb === 'delete';
  const steps = erases ? deleteSteps(service, resource, say) : writeSteps(service, resource, name.verb, say);
  return steps;
}

type Say = (step: StepName, words: string, span: Span) => StepPlan;

function writeSteps(service: Service, resource: ResourceModel, verb: string, say: Say): StepPlan[] {
  const steps: StepPlan[] = [];
  const called = resource.name.value;
  for (const field of resource.fields) {
    if (verb === 'create') steps.push(...assignSteps(service, field, say));
    steps.push(...computeSteps(field, say));
    const sent = verb === 'create' ? clientSends(field, 'creation') : clientSends(field, 'change');
    const writes = verb === 'create' || verb === 'update' || verb === 'replace' ? sent : false;
    if (field.type?.kind === 'ref' && writes) {
      const words = `${field.name.value} must name one ${field.type.resource.value} that exists and that the caller may read`;
      steps.push(say('resources/references', words, field.type.span));
    }
  }
  steps.push(say('resources/validate', `the ${called} must be as its fields say`, resource.name.span));
  for (const rule of resource.rules) {
    if (rule.holds === undefined) continue;
    const code = rule.otherwise === undefined ? '' : `, else ${rule.otherwise.value}`;
    steps.push(say('resources/rules', `${rule.name.value}: ${rule.holds.text} must hold${code}`, rule.span));
  }
  for (const field of resource.fields) {
    for (const constraint of field.constraints) {
      if (constraint.kind !== 'unique' && constraint.kind !== 'unique while') continue;
      const words = `no other ${called} may agree in ${field.name.value}: ${slice(service.source, constraint.span)}`;
      steps.push(say('resources/write', words, constraint.span));
    }
  }
  steps.push(say('resources/write', `the ${called} is stored`, resource.name.span));
  return steps;
}

function assignSteps(service: Service, field: FieldModel, say: Say): StepPlan[] {
  return field.constraints.flatMap((constraint): StepPlan[] => {
    const { kind, span } = constraint;
    const name = field.name.value;
    if (kind === 'assigned') {
      const format = field.format === undefined ? '' : ` (${slice(service.source, field.format.span)})`;
      return [say('resources/assign', `${name} is assigned${format}`, span)];
    }
    if (kind === 'assigned from') return [say('resources/assign', `${name} is ${constraint.path.value}`, span)];
    if (kind !== 'default') return [];
    const value = slice(service.source, constraint.literal.span);
    return [say('resources/assign', `${name} is ${value} where it is left out`, span)];
  });
}

function computeSteps(field: FieldModel, say: Say): StepPlan[] {
  return field.constraints.flatMap((constraint): StepPlan[] => {
    const { kind, span } = constraint;
    if (kind === 'assigned on update')
      return [say('resources/compute', `${field.name.value} is the moment of the change`, span)];
    if (kind !== 'computed' || namesSelf(constraint.cel.text)) return [];
    return [say('resources/compute', `${field.name.value} is ${constraint.cel.text}`, span)];
  });
}

const follows = {
  refuse: (other: string, field: string) => `each ${other} whose ${field} names it keeps it from being deleted`,
  delete: (other: string, field: string) => `each ${other} whose ${field} names it is deleted too`,
  clear: (other: string, field: string) => `${field} is taken out of each ${other} that names it`,
} as const;

function deleteSteps(service: Service, resource: ResourceModel, say: Say): StepPlan[] {
  const steps: StepPlan[] = [];
  const { value } = resource.name;
  for (const { name, fields } of service.resources.resources) {
    for (const field of fields) {
      if (field.type?.kind !== 'ref' || field.type.resource.value !== value) continue;
      const stated = field.constraints.find((one) => one.kind === 'on delete');
      const does = stated?.kind === 'on delete' ? stated.does : 'refuse';
      steps.push(say('resources/write', follows[does](name.value, field.name.value), stated?.span ?? field.type.span));
    }
  }
  const rows = rowsBinding(service, value, 'delete').flat();
  const kept = rows.length > 0 && rows.every((row) => row.to !== undefined);
  steps.push(
    say('resources/write', kept ? `the ${value} is kept as gone` : `the ${value} is erased`, resource.name.span),
  );
  return steps;
}
