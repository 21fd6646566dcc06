import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { changesRecord, listBindingTransitions, ownVerbs } from '../../plan/kinds.ts';
import { parseShape } from '../../shape/parse.ts';
import { findNearestName } from '../../text/limited-suggestions.ts';
import type { Name } from '../../text/location.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { findOperationKind } from '../endpoints/operations/index.ts';
import { isMadeByLogIn } from '../resolve/callers/made-by-log-in.ts';
import { listMachines } from '../resolve/definitions.ts';
import { listRunByEffects } from '../resolve/effects/run.ts';
import { createEnvironments } from '../resolve/environments.ts';
import { resolveExpression } from '../resolve/expressions.ts';
import { createOperationNames, findCreationNamed, isCustom } from '../resolve/operation-names.ts';
import { findChangedResource, findResource } from '../resolve/reach.ts';
import { resolveAnswer } from '../resolve/shapes.ts';
import { collectTransitions, listTransitionEndStates } from '../resolve/transitions.ts';
import { collectDefinitions } from '../resolve/vocabulary.ts';
import type { Service } from '../service.ts';
import { resolveBefore } from './before.ts';
import { checkDelivery } from './check/delivery.ts';
import { payloadRoles } from './delivered.ts';
import { diagnostics } from './diagnostics.ts';
import { resolveEmail } from './emails/resolve.ts';
import type { EventModel, WhenModel } from './model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the part Events against the rest: what reports what, payloads, where events go, and emails. */
export function check(service: Service, report: Report): void {
  for (const event of service.events.events) {
    for (const when of event.when) {
      checkWhen(service, when, report);
      checkCondition(service, event, when, report);
    }
    checkTogether(service, event, report);
    checkPayload(service, event, report);
  }
  for (const delivery of service.events.deliveries) checkDelivery(service, delivery, report);
  for (const email of service.events.emails) resolveEmail(service, email).diagnostics.forEach(report);
}

function diagnoseUnknownChange(service: Service, { value, span }: Name): Diagnostic {
  const changes = () => [...createOperationNames(service).named.keys(), ...collectTransitions(service).keys()];
  return diagnostics['unknown-change'](span, value, findNearestName(service, 'changes', value, changes));
}

function checkWhen(service: Service, when: WhenModel, report: Report): void {
  const { value } = when.operation;
  const operation = createOperationNames(service).named.get(value);
  if (when.emitted) {
    if (operation === undefined) report(diagnoseUnknownChange(service, when.operation));
    else if (!isCustom(operation.name)) {
      report(diagnostics['not-code'](when.span, value, isChange(operation)));
    }
    return;
  }
  if (operation !== undefined && isCustom(operation.name)) {
    report(diagnostics['no-change'](when.span, value, `emitted by ${value}`));
  } else if (operation !== undefined && !isChange(operation)) {
    report(diagnostics['no-change'](when.span, value));
  } else if (operation === undefined && !collectTransitions(service).has(value) && !isChangeInside(service, value)) {
    report(diagnoseUnknownChange(service, when.operation));
  } else if (when.to !== undefined) {
    checkTo(service, when, report);
  }
}

function checkCondition(
  service: Service,
  event: EventModel,
  { operation, condition }: WhenModel,
  report: Report,
): void {
  const resource = condition && findResource(service, event);
  if (resource === undefined) return;
  const environment = createEnvironments(service).eventWhen(resource, operation.value);
  for (const diagnostic of resolveExpression(condition!, environment).diagnostics) report(diagnostic);
}

function isChange({ name }: OperationModel): boolean {
  return changesRecord({ kind: findOperationKind(name).name });
}

/** Code, effects and replaces with `when new` change records without an operation of that name: code those of any resource. */
function isChangeInside(service: Service, change: string): boolean {
  if (listRunByEffects(service).has(change) || findCreationNamed(service, change) !== undefined) return true;
  if (isMadeByLogIn(service, change)) return true;
  const [verb = '', resource = '', more] = change.split(' ');
  if (more !== undefined || !ownVerbs.has(verb) || !collectDefinitions(service).resources.has(resource)) return false;
  return createOperationNames(service).hasHandlers || statesHooks(service);
}

/** Whether the page states that code refuses an operation without a handler: that code is a hook, which may write, too. */
function statesHooks({ errors }: Service): boolean {
  return errors.codes.some(({ conditions }) => conditions.some(({ raisedBy }) => raisedBy !== undefined));
}

function checkTo(service: Service, { operation, to }: WhenModel, report: Report): void {
  if (to === undefined) return;
  const states = listEndStates(service, operation.value);
  if (!states.includes(to.value)) report(diagnostics['unknown-state'](to.span, to.value, operation.value, states));
}

/** The states in which an operation or transition may leave a record. */
function listEndStates(service: Service, change: string): readonly string[] {
  const name = createOperationNames(service).named.get(change)?.name;
  const resource = name?.resource?.value ?? findChangedResource(service, change) ?? '';
  const verb = name?.verb ?? change.slice(0, change.indexOf(' '));
  if (verb === 'create') {
    const states = listMachines(service, resource).flatMap((machine) => machine.states);
    return states.filter((state) => state.kind?.value === 'initial').map((state) => state.name.value);
  }
  const rows = listBindingTransitions(verb).map((each) => collectTransitions(service).get(`${each} ${resource}`));
  const own = rows.find((each) => each !== undefined);
  return own === undefined ? [] : listTransitionEndStates(own);
}

function checkTogether(service: Service, { when }: EventModel, report: Report): void {
  const emitted = when.find((candidate) => candidate.emitted);
  const other = when.find((candidate) => !candidate.emitted);
  if (emitted !== undefined && other !== undefined) report(diagnostics['emitted-and-more'](emitted.span));
  let first: { readonly resource: string; readonly text: string } | undefined;
  for (const { operation } of when) {
    const resource = findChangedResource(service, operation.value);
    if (resource === undefined) continue;
    if (first === undefined) first = { resource, text: operation.value };
    else if (first.resource !== resource) {
      report(diagnostics['mixed-records'](operation.span, operation.value, first.text));
    }
  }
}

function checkPayload(service: Service, event: EventModel, report: Report): void {
  if (event.payload === undefined) return;
  const parsed = parseShape(event.payload);
  for (const diagnostic of parsed.diagnostics) report(diagnostic);
  const resource = findResource(service, event);
  if (parsed.shape === undefined) return;
  // without a known change an emitted event still has a payload: it holds what needs no record
  if (resource === undefined && !event.when.every((when) => when.emitted)) return;
  if (event.when.length === 0) return;
  const environment =
    resource === undefined
      ? undefined
      : () => createEnvironments(service).payload(resource, resolveBefore(service, resource, event));
  const context = { service, place: 'payload', resource, roles: payloadRoles, environment } as const;
  for (const diagnostic of resolveAnswer(parsed.shape, context).diagnostics) report(diagnostic);
}
