import type { CellGap } from '../markdown/content.ts';
import { computeDigest } from '../plan/digest.ts';
import type { PartPlan } from '../plan/documentation.ts';
import { needsHandler } from '../plan/handler-rules.ts';
import { mayChangeRecords, operationKinds } from '../plan/kinds.ts';
import { type OperationPlan, ofItsKind } from '../plan/operation.ts';
import type { GapPlan, Plan } from '../plan/plan.ts';
import { collectAddressRefs } from '../plan/records/addresses.ts';
import { listRows } from '../plan/records/binding-rows.ts';
import { collectReadRefs, deduplicateRefs } from '../plan/records/neighbours.ts';
import { findUnboundedReads } from '../plan/records/unbounded.ts';
import type { ResourcePlan, TransitionPlan } from '../plan/resource.ts';
import { internValue } from '../plan/sets/interned.ts';
import type { VersionPlan } from '../plan/version.ts';
import { getLineNumber, slice } from '../text/location.ts';
import { memo } from '../text/memo.ts';
import { planAuthentication, resolveAccess } from './authentication/plan.ts';
import {
  listServedOperations,
  type OperationBase,
  planBase,
  planCalls,
  planMedia,
  planOperation,
} from './endpoints/plan.ts';
import { findRefusals, type RefusalFindings } from './errors/check/refusals.ts';
import { conditionsFoundByCode } from './errors/conditions/index.ts';
import { planErrors, withoutUnusedCodes } from './errors/plan.ts';
import { planDeliveries, planEvents, planMail } from './events/plan.ts';
import { formatCellName } from './gaps.ts';
import { getBounds, listCreationLimits, planLimits } from './limits/plan.ts';
import { withCodeRefusals } from './plan/code-refusals.ts';
import { withExchanges } from './plan/exchange.ts';
import { listPossibleRefusals, planServiceRefusals } from './plan/refusals.ts';
import { planPurpose, planSummary } from './purpose/plan.ts';
import { planDescription } from './resolve/documentation.ts';
import { collectDerivedGaps as gapsOfResources } from './resources/check.ts';
import { planResources } from './resources/plan.ts';
import type { Service } from './service.ts';
import { withSteps } from './steps.ts';
import { planEventNames } from './versioning/event-names.ts';
import { planVersioning } from './versioning/plan.ts';
import { planConversions, planOlder } from './versions.ts';

/** Gaps that follow from a document's facts: a ref that does not say what deleting does, a condition without a row. */
export function collectDerivedGaps(service: Service, { gaps }: RefusalFindings): readonly CellGap[] {
  return [...gapsOfResources(service), ...gaps];
}

/** Returns the plan of a service whose document has no errors, as a service holds it: without what only people read. */
export function buildPlan(service: Service): Plan {
  return internValue(planStated(service));
}

/** A plan without the steps of its operations, what they read, its older versions, and what only people read. */
type Draft = Omit<Plan, 'digest' | 'gaps' | 'parts'>;

/** Returns what decides which refusals a service can give; planned once for each service. */
export const getDraft = memo((service: Service): Draft => {
  const media = planMedia(service);
  const stored = planResources(service);
  const facts: Omit<Draft, 'refusals'> = {
    form: 1,
    name: service.name?.text ?? '',
    document: service.source.name,
    summary: planSummary(service),
    purpose: planPurpose(service),
    ...stored,
    base: planBase(service),
    ...media,
    operations: planOperationsWithLimits(service),
    ...planCalls(service),
    authentication: planAuthentication(service),
    events: planEvents(service),
    deliveries: planDeliveries(service),
    ...planMail(service),
    errors: planErrors(service),
    limits: planLimits(service),
    limitHeaders: service.limits.limitHeaders.map((name) => name.value),
    versioning: planVersioning(service),
  };
  return { ...facts, refusals: planServiceRefusals(facts) };
});

/** Returns all that a document without errors states: what is served, what people read of it, and what HTTP carries. */
export function buildWholePlan(service: Service): Plan {
  return withExchanges(withCodeRefusals(planStated(service)));
}

/** Returns the findings for all refusals that a service can give. Reads the refusals once for each service. */
export const getFindings = memo(findRefusals);

/** Returns the plan of a service as its document states it. Computed once for each service. */
const planStated = memo((service: Service): Plan => computeStated(service, planVersions(service)));

/** Returns the plan of a service for a comparison of its present interface with another: without its older versions. */
export function buildPresentPlan(service: Service): Plan {
  return computeStated(service, planVersioning(service));
}

function computeStated(service: Service, versioning: Plan['versioning']): Plan {
  const draft = getDraft(service);
  const facts = { ...draft, operations: withReading(draft), versioning };
  const all = { ...facts, operations: withSteps(facts) };
  const found = getFindings(service, listPossibleRefusals(all));
  const gaps = collectGaps(service, collectDerivedGaps(service, found));
  const plan = { ...withUsedCodes(service, all, found), gaps, parts: planParts(service) };
  return { ...plan, digest: computeDigest(plan) };
}

/** Returns a plan without the codes of the line Codes that no request can receive, in its older versions too. */
function withUsedCodes<T extends Pick<Plan, 'errors' | 'operations' | 'versioning'>>(
  service: Service,
  plan: T,
  { conventional }: RefusalFindings,
): T {
  if (service.errors.convention === undefined) return plan;
  // The code of a handler may refuse with each condition that it can find.
  const hasHandlers = plan.operations.some(needsHandler);
  const used = hasHandlers ? new Set([...conventional, ...conditionsFoundByCode]) : conventional;
  const keep = (errors: Plan['errors'], shown: ReadonlySet<string>): Plan['errors'] =>
    withoutUnusedCodes(service, errors, used, shown);
  const older = plan.versioning.older?.map((version) => {
    const errors = keep(version.interface.errors, listShownCodes(version));
    return { ...version, interface: { ...version.interface, errors } };
  });
  return { ...plan, errors: keep(plan.errors, new Set()), versioning: { ...plan.versioning, ...(older && { older }) } };
}

/** Lists the codes that clients of a version get in place of newer ones. */
function listShownCodes({ turns }: VersionPlan): ReadonlySet<string> {
  let shown = new Set<string>();
  for (const { codes } of turns) {
    shown = new Set([...Object.values(codes), ...[...shown].filter((code) => !Object.hasOwn(codes, code))]);
  }
  return shown;
}

function planVersions(service: Service): Plan['versioning'] {
  const older = planOlder(service);
  const conversions = planConversions(service);
  return {
    ...planVersioning(service),
    ...(older.length === 0 ? {} : { older }),
    ...(conversions.length === 0 ? {} : { conversions }),
    ...planEventNames(service),
  };
}

function planOperationsWithLimits(service: Service): OperationPlan[] {
  const steps: OperationPlan['steps'] = [];
  return listServedOperations(service).map((model) => {
    const bounds = getBounds(service, model);
    const access = resolveAccess(service, model);
    const { creation, ...base } = planOperation(service, model);
    if (creation === undefined) return ofItsKind({ ...base, ...bounds, access, steps });
    const counted = { ...bounds, limits: listCreationLimits(service, model) };
    return ofItsKind({
      ...base,
      creation: ofItsKind({ ...creation, ...counted, access, steps }),
      ...bounds,
      access,
      steps,
    });
  });
}

/** The operations with what they read: through which refs, and of lists what no index answers. */
function withReading(draft: Draft): readonly OperationPlan[] {
  const { operations, resources } = draft;
  const ownOperations = Map.groupBy(operations, ({ resource }) => resource);
  const owners = new Map(
    resources.map((resource) => [
      resource.name,
      buildOwner(resource, ownOperations.get(resource.name) ?? [], resources),
    ]),
  );
  const readRefs = new Map(
    [...new Set(operations.map(({ access }) => access))].map((access) => [access, collectReadRefs(access.grants)]),
  );
  return operations.map(({ access, steps, creation, ...base }) => {
    const unbounded = findUnboundedReads(draft, { ...base, access });
    const owner = owners.get(base.resource ?? '');
    const refs = collectRefs(base, readRefs.get(access)!, owner);
    return ofItsKind({
      ...base,
      // The response of a replace shows the record that its creation made.
      ...(creation === undefined ? {} : { creation: { ...creation, refs: collectRefs(creation, refs, owner) } }),
      ...(unbounded.length === 0 ? {} : { unbounded }),
      access,
      refs,
      steps,
    });
  });
}

/** A resource as its operations ask for it: its rules, its addresses, and its transitions by their names. */
interface Owner {
  readonly rules: ResourcePlan['rules'];
  /** The operation that forms the URLs of its records. */
  readonly address: OperationPlan['refs'];
  readonly transitions: ReadonlyMap<string, readonly TransitionPlan[]>;
}

function buildOwner(
  resource: ResourcePlan,
  operations: readonly OperationBase[],
  resources: readonly ResourcePlan[],
): Owner {
  const { rules } = resource;
  return {
    rules,
    address: collectAddressRefs(operations, resource, resources),
    transitions: Map.groupBy(listRows(resource), ({ name }) => name),
  };
}

/** The refs through which anything asked during an operation reads: answers, row rules, rules, guards and effects. */
function collectRefs(
  base: OperationBase,
  ofAccess: OperationPlan['refs'],
  own: Owner | undefined,
): OperationPlan['refs'] {
  const writes = mayChangeRecords(base);
  const run = [base.verb, ...operationKinds[base.kind].boundBy];
  const asked = writes ? [own?.rules, run.map((name) => own?.transitions.get(name ?? ''))] : [];
  const told = base.kind === 'list' ? [] : (own?.address ?? []);
  return deduplicateRefs([...base.refs, ...ofAccess, ...collectReadRefs(...asked), ...told]);
}

function planParts({ source, parts }: Service): PartPlan[] {
  return parts.map(({ part, heading, prose }) => ({
    part,
    title: slice(source, heading)
      .replace(/^#+\s*/, '')
      .trim(),
    ...planDescription(source, prose),
    line: getLineNumber(source, heading),
  }));
}

function collectGaps(service: Service, derived: readonly CellGap[]): GapPlan[] {
  const open = service.aspects.filter((aspect) => aspect.status === 'not shown' || aspect.status === 'missing');
  const line = (span: { start: number; end: number }): number => getLineNumber(service.source, span);
  return [
    ...open.map(
      ({ part, aspect, status, span }): GapPlan => ({
        part,
        what: aspect,
        status: status === 'missing' ? 'missing' : 'not shown',
        ...(span === undefined ? {} : { line: line(span) }),
      }),
    ),
    ...[...service.cellGaps, ...derived].map(
      (cell): GapPlan => ({
        part: cell.part,
        what: formatCellName(cell),
        status: 'not shown',
        line: line(cell.span),
      }),
    ),
  ];
}
