import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { ownVerbs } from '../../plan/kinds.ts';
import { findNearestAmongFew, isPlainName } from '../../text/limited-suggestions.ts';
import type { Name } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { indexStates, type Machine } from '../resolve/machines.ts';
import { collectDefinitions } from '../resolve/vocabulary.ts';
import type { ResourceModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import { checkCircles } from './check/circles.ts';
import { checkUnknownState } from './check/creation.ts';
import { checkGraph } from './check/graph.ts';
import { checkMatrix } from './check/matrix.ts';
import { checkRow } from './check/rows.ts';
import { checkStates } from './check/states.ts';
import { checkCalled, checkOrder, checkRefusals } from './check/transitions.ts';
import { diagnostics } from './diagnostics.ts';
import type { StateMachineModel } from './model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the part "States and transitions": headings, states, each row, what leads where, fields by state. */
export function check(service: Service, report: Report): void {
  const seen = new Map<string, StateMachineModel>();
  const names = new Map<string, { readonly machine: string; readonly name: Name }>();
  for (const model of service.states.machines) {
    const resource = resolveResource(service, model, report);
    if (resource === undefined) continue;
    const field = resolveStateField(resource, model, report);
    if (field === 'unknown') continue;
    const key = field === undefined ? resource.name.value : `${resource.name.value}.${field}`;
    const before = seen.get(key);
    const isOther = before !== undefined && before.field?.value !== model.field?.value;
    if (isOther) report(diagnostics['duplicate-machine'](model.resource.span, key, before.resource.span));
    if (before === undefined) seen.set(key, model);
    const machine: Machine = { model, resource, field, label: key, states: indexStates(model) };
    checkStates(machine, report);
    checkNames(machine, names, report);
    for (const row of model.transitions) checkRow(service, machine, row, report);
    checkUnknownState(service, machine, report);
    checkOrder(machine, report);
    checkRefusals(machine, report);
    checkCalled(service, machine, report);
    checkGraph(service, machine, report);
    checkMatrix(service, machine, report);
  }
  checkCircles(service, report);
}

function resolveResource(service: Service, model: StateMachineModel, report: Report): ResourceModel | undefined {
  const { resources } = collectDefinitions(service);
  const { value, span } = model.resource;
  const resource = resources.get(value);
  if (resource !== undefined) return resource;
  const near = findNearestAmongFew(service, value, resources.keys());
  report(diagnostics['unknown-resource'](span, value, near));
  return undefined;
}

/** The state field of a machine; undefined for the actions of a resource that has none. */
function resolveStateField(
  resource: ResourceModel,
  model: StateMachineModel,
  report: Report,
): string | undefined | 'unknown' {
  const { value } = resource.name;
  const fields = resource.fields.filter((field) => field.type?.kind === 'state').map((field) => field.name.value);
  const plain = fields.filter(isPlainName);
  const { field } = model;
  if (field !== undefined) {
    if (fields.includes(field.value)) return field.value;
    const near = findNearest(field.value, plain) ?? (fields.length === 1 ? plain[0] : undefined);
    report(diagnostics['unknown-state-field'](field.span, value, field.value, near));
    return 'unknown';
  }
  if (fields.length > 1) {
    report(diagnostics['which-field'](model.resource.span, value, `${value}.${fields[0]}`));
    return 'unknown';
  }
  return fields[0];
}

/** A transition's name stands for one state field of a resource. */
function checkNames(
  machine: Machine,
  names: Map<string, { readonly machine: string; readonly name: Name }>,
  report: Report,
): void {
  for (const { name } of machine.model.transitions) {
    if (ownVerbs.has(name.value)) continue;
    const key = `${machine.resource.name.value} ${name.value}`;
    const before = names.get(key);
    if (before === undefined) names.set(key, { machine: machine.label, name });
    else if (before.machine !== machine.label) {
      report(diagnostics['duplicate-transition'](name.span, name.value, before.name.span));
    }
  }
}
