import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { allOf, anyOf, type Condition, canHold } from '../../../expression/conditions/entails.ts';
import type { Expression } from '../../../expression/tree.ts';
import { isCustomHandler } from '../../../plan/handler-rules.ts';
import { changesRecord, listBindingTransitions, operationKinds } from '../../../plan/kinds.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import type { ResourcePlan, StateMachinePlan, TransitionPlan } from '../../../plan/resource.ts';
import { findLineSpan, getLineNumber } from '../../../text/location.ts';
import { isNotShown } from '../../not-shown.ts';
import { getWhere } from '../../resolve/callers/tenant.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { checkAskedTenants } from './asked-tenants.ts';
import { checkSubjects } from './subjects.ts';
import { checkSubscriptions } from './subscriptions.ts';
import { checkUnseen, checkUnseenReferences } from './unseen.ts';

type Report = (diagnostic: Diagnostic) => void;
type Drafted = Pick<Plan, 'resources' | 'operations' | 'events' | 'deliveries' | 'objects' | 'authentication'>;

/**
 * Points out responses that list fewer records for some callers, questions about the records of all tenants, resources of which no scope
 * reaches a record, and transitions that the row rules allow no caller to make.
 */
export function checkReach(service: Service, plan: Drafted, report: Report): void {
  const { scopes } = service.authentication;
  if (scopes.some(({ allows }) => isNotShown(allows))) return;
  checkUnseen(service, plan, report);
  checkUnseenReferences(service, plan, report);
  checkSubscriptions(service, plan, report);
  checkAskedTenants(service, plan, report);
  checkSubjects(service, plan, report);
  if (scopes.length === 0) return;
  const byResource = Map.groupBy(plan.operations, ({ resource }) => resource);
  const isCoded = plan.operations.some(isCustomHandler) || plan.resources.some(hasCodedTransition);
  for (const resource of plan.resources) {
    const operations = byResource.get(resource.name) ?? [];
    if (operations.length === 0 && !isCoded && !isMentioned(plan, resource) && !hasMissingOperations(service)) {
      report(diagnostics['unreached-resource'](locateResource(service, resource.name), resource.name));
    }
    for (const operation of operations) checkPermitted(service, resource, operation, report);
  }
}

function hasCodedTransition({ machines }: ResourcePlan): boolean {
  return machines.some(({ transitions }) => transitions.some(({ trigger }) => trigger?.kind === 'handler'));
}

function locateResource({ resources }: Service, name: string): Diagnostic['span'] {
  return resources.resources.find((resource) => resource.name.value === name)!.name.span;
}

/** Whether the document does not say which operations it has. */
function hasMissingOperations({ aspects }: Service): boolean {
  return aspects.some(({ part, aspect, status }) => {
    return part === 'endpoints' && aspect === 'methods' && (status === 'not shown' || status === 'missing');
  });
}

/** Whether another resource, an operation, an event or a delivery names a resource. */
function isMentioned({ resources, operations, events, deliveries, objects }: Drafted, { name }: ResourcePlan): boolean {
  const others = resources.filter((other) => other.name !== name).map(({ referredBy: _, ...other }) => other);
  return holdsText([others, operations, events, deliveries, objects], name);
}

function holdsText(value: unknown, text: string): boolean {
  if (typeof value !== 'object' || value === null) return value === text;
  return Object.values(value).some((inner) => holdsText(inner, text));
}

/** A row of a transition as an operation takes it: the states of the record before and after, as far as they are known. */
interface Way {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly guard?: Expression;
  readonly line: number;
}

function checkPermitted(service: Service, resource: ResourcePlan, operation: OperationPlan, report: Report): void {
  const rules = operation.access.grants.map(({ where }) => where);
  if (rules.length === 0 || rules.some((rule) => rule === undefined || rule === 'disabled')) return;
  const allowed = anyOf(...(rules as readonly Expression[]));
  const span = locateWhere(service, operation);
  if (span === undefined) return;
  if (!canHold(allowed)) {
    report(diagnostics['never-permitted'](span, operation.name, 'no Where can hold', []));
    return;
  }
  const { machine, ways } = listWays(resource, operation);
  const field = machine?.field;
  if (field === undefined || ways.length === 0) return;
  const among = (states: readonly string[] | undefined): Condition =>
    states === undefined ? allOf() : anyOf(...states.map((state) => isInState(resource, field, state)));
  const starts = ways.filter(
    ({ before, guard }) => before === undefined || canHold(allOf(allowed, among(before), ...(guard ? [guard] : []))),
  );
  const ends = starts.filter(({ after }) => after === undefined || canHold(allOf(allowed, among(after))));
  if (ends.length > 0) return;
  const failing = starts.length === 0 ? ways : starts;
  const at = starts.length === 0 ? 'before' : 'after';
  const states = [...new Set(failing.flatMap((way) => way[at] ?? []))];
  const where = states.map((state) => `\`${state}\``).join(' or ');
  const why = `no Where allows a record ${at === 'before' ? 'in' : 'that becomes'} ${where}`;
  const also = failing.map(({ line }) => ({ span: findLineSpan(service.source, line), label: 'by this row' }));
  report(diagnostics['never-permitted'](span, operation.name, why, also));
}

/** The Where of the first row that lists an operation. */
function locateWhere(
  { authentication, source }: Service,
  { access, resource }: OperationPlan,
): Diagnostic['span'] | undefined {
  const row = authentication.scopes.find(({ span }) => getLineNumber(source, span) === access.grants[0]?.line);
  const where = row && getWhere(row, resource);
  return where === undefined || isNotShown(where) ? undefined : where.span;
}

/** The rows by which an operation changes the state of a record; none if nothing binds it to a state. */
function listWays(
  { machines }: ResourcePlan,
  operation: OperationPlan,
): { readonly machine?: StateMachinePlan; readonly ways: readonly Way[] } {
  if (!changesRecord(operation)) return { ways: [] };
  const isNew = operationKinds[operation.kind].finds === 'new record';
  const isGone = operation.kind === 'delete';
  for (const name of listBindingTransitions(operation.verb ?? operation.kind)) {
    const machine = machines.find(({ transitions }) => transitions.some((row) => row.name === name));
    if (machine === undefined) continue;
    const rows = machine.transitions.filter((row) => row.name === name && row.trigger === undefined);
    return { machine, ways: rows.map((row) => toWay(row, isNew, isGone)) };
  }
  const [machine] = machines.filter(({ field }) => field !== undefined);
  const initial = machine?.states.find(({ kind }) => kind === 'initial');
  if (!isNew || initial === undefined || machines.length > 1) return { ways: [] };
  return { machine: machine!, ways: [{ after: [initial.name], line: initial.line }] };
}

function toWay({ from, to, guard, line }: TransitionPlan, isNew: boolean, isGone: boolean): Way {
  const before = isNew || from.length === 0 ? {} : { before: from };
  const after = isGone
    ? {}
    : to.kind === 'state'
      ? { after: [to.state] }
      : isNew || from.length === 0
        ? {}
        : { after: from };
  return { ...before, ...after, ...(guard === undefined || guard === 'disabled' ? {} : { guard }), line };
}

function isInState({ name }: ResourcePlan, field: string, state: string): Expression {
  const type = { kind: 'choice', of: `${name}.${field}`, values: [] } as const;
  return {
    op: 'binary',
    operator: '==',
    type: { kind: 'bool' },
    left: { op: 'path', root: 'record', steps: [{ name: field }], type },
    right: { op: 'literal', value: state, type },
  };
}
