import type { CellGap } from '../markdown/content.ts';
import { digestOf } from '../plan/digest.ts';
import type { PartPlan } from '../plan/documentation.ts';
import { interned } from '../plan/interned.ts';
import { mayChangeRecords, operationKinds } from '../plan/kinds.ts';
import { addressRefs, eachOnce, refsRead } from '../plan/neighbours.ts';
import type { AccessPlan, OperationPlan } from '../plan/operation.ts';
import type { GapPlan, Plan } from '../plan/plan.ts';
import type { ResourcePlan, TransitionPlan } from '../plan/resource.ts';
import { unboundedOf } from '../plan/unbounded.ts';
import { lineOf, slice } from '../text/location.ts';
import { accessOf, planAuthentication } from './authentication/plan.ts';
import {
  type OperationBase,
  planBase,
  planCalls,
  planMedia,
  planOperations,
  servedOperations,
} from './endpoints/plan.ts';
import { uncovered } from './errors/check.ts';
import { planErrors } from './errors/plan.ts';
import { planDeliveries, planEvents } from './events/plan.ts';
import { cellName } from './gaps.ts';
import { limitsOf, planLimits } from './limits/plan.ts';
import { planPurpose, planSummary } from './purpose/plan.ts';
import { planDescription } from './resolve/documentation.ts';
import { derivedGaps as gapsOfResources } from './resources/check.ts';
import { planResources } from './resources/plan.ts';
import type { Service } from './service.ts';
import { withSteps } from './steps.ts';
import { planVersioning } from './versioning/plan.ts';
import { planConversions, planOlder } from './versions.ts';

/** Gaps that follow from a document's facts: a ref that does not say what deleting does, a condition without a row. */
export function derivedGaps(service: Service): readonly CellGap[] {
  return [...gapsOfResources(service), ...uncovered(service)];
}

/** Returns the plan of a service whose document has no errors, as a service holds it: without what only people read. */
export function planOf(service: Service): Plan {
  return interned(wholePlanOf(service));
}

/** Returns all that a document without errors states: what is served, and what people read of it. */
export function wholePlanOf(service: Service): Plan {
  const media = planMedia(service);
  const stored = planResources(service);
  const facts: Omit<Plan, 'digest'> = {
    form: 1,
    name: service.name?.text ?? '',
    document: service.source.name,
    summary: planSummary(service),
    purpose: planPurpose(service),
    ...stored,
    base: planBase(service),
    ...media,
    operations: planOperationsWithAll(service, stored.resources),
    ...planCalls(service),
    authentication: planAuthentication(service),
    events: planEvents(service),
    deliveries: planDeliveries(service),
    errors: planErrors(service),
    limits: planLimits(service),
    toldIn: service.limits.toldIn.map((name) => name.value),
    versioning: planVersions(service),
    gaps: gapsOf(service),
    parts: planParts(service),
  };
  const plan = { ...facts, operations: withSteps(facts) };
  return { ...plan, digest: digestOf(plan) };
}

function planVersions(service: Service): Plan['versioning'] {
  const older = planOlder(service);
  const conversions = planConversions(service);
  return {
    ...planVersioning(service),
    ...(older.length === 0 ? {} : { older }),
    ...(conversions.length === 0 ? {} : { conversions }),
  };
}

function planOperationsWithAll(service: Service, resources: readonly ResourcePlan[]): OperationPlan[] {
  const served = servedOperations(service);
  const bases = planOperations(service);
  const owners = new Map(resources.map((resource) => [resource.name, ownerOf(resource, bases)]));
  return bases.map((base, index) => {
    const model = served[index]!;
    const access = accessOf(service, model);
    const unbounded = unboundedOf({ ...base, access });
    return {
      ...base,
      ...limitsOf(service, model),
      ...(unbounded.length === 0 ? {} : { unbounded }),
      access,
      refs: refsOf(base, access, owners.get(base.resource ?? '')),
      steps: [],
    };
  });
}

/** A resource as its operations ask for it: its rules, its addresses, and its transitions by their names. */
interface Owner {
  readonly rules: ResourcePlan['rules'];
  /** What the addresses of its records are made of. */
  readonly address: OperationPlan['refs'];
  readonly transitions: ReadonlyMap<string, readonly TransitionPlan[]>;
}

function ownerOf(resource: ResourcePlan, operations: readonly OperationBase[]): Owner {
  const { rules, machines } = resource;
  return {
    rules,
    address: addressRefs(operations, resource),
    transitions: Map.groupBy(
      machines.flatMap(({ transitions }) => transitions),
      ({ name }) => name,
    ),
  };
}

/** The refs through which anything asked during an operation reads: answers, row rules, rules, guards and effects. */
function refsOf(base: OperationBase, access: AccessPlan, own: Owner | undefined): OperationPlan['refs'] {
  const writes = mayChangeRecords(base.kind);
  const run = [base.verb, ...operationKinds[base.kind].boundBy];
  const asked = writes ? [own?.rules, run.map((name) => own?.transitions.get(name ?? ''))] : [];
  const told = base.kind === 'list' ? [] : (own?.address ?? []);
  return eachOnce([...base.refs, ...refsRead(access.grants, ...asked), ...told]);
}

function planParts({ source, parts }: Service): PartPlan[] {
  return parts.map(({ part, heading, prose }) => ({
    part,
    title: slice(source, heading)
      .replace(/^#+\s*/, '')
      .trim(),
    ...planDescription(source, prose),
    line: lineOf(source, heading),
  }));
}

function gapsOf(service: Service): GapPlan[] {
  const open = service.aspects.filter((aspect) => aspect.status === 'not shown' || aspect.status === 'missing');
  const line = (span: { start: number; end: number }): number => lineOf(service.source, span);
  return [
    ...open.map(
      ({ part, aspect, status, span }): GapPlan => ({
        part,
        what: aspect,
        status: status === 'missing' ? 'missing' : 'not shown',
        ...(span === undefined ? {} : { line: line(span) }),
      }),
    ),
    ...[...service.cellGaps, ...derivedGaps(service)].map(
      (cell): GapPlan => ({
        part: cell.part,
        what: cellName(cell),
        status: 'not shown',
        line: line(cell.span),
      }),
    ),
  ];
}
