import type { CellGap, Content, ParseContext, PartContent } from '../markdown/content.ts';
import type { PartName } from '../markdown/grammar.ts';
import { recognise } from '../markdown/recognise.ts';
import { digestOf } from '../plan/digest.ts';
import { interned } from '../plan/interned.ts';
import { mayChangeRecords, operationKinds } from '../plan/kinds.ts';
import { addressRefs, eachOnce, refsRead } from '../plan/neighbours.ts';
import type { AccessPlan, OperationPlan } from '../plan/operation.ts';
import type { GapPlan, Plan } from '../plan/plan.ts';
import type { ResourcePlan, TransitionPlan } from '../plan/resource.ts';
import { unboundedOf } from '../plan/unbounded.ts';
import { inOrder } from '../problems/order.ts';
import type { Problem } from '../problems/problem.ts';
import { lineOf, type Source } from '../text/location.ts';
import { checkReferences } from './authentication/check/references.ts';
import { check as checkAuthentication } from './authentication/check.ts';
import { accessOf, planAuthentication } from './authentication/plan.ts';
import { read as readAuthentication } from './authentication/read.ts';
import { check as checkEndpoints } from './endpoints/check.ts';
import {
  type OperationBase,
  planBase,
  planCalls,
  planMedia,
  planOperations,
  servedOperations,
} from './endpoints/plan.ts';
import { read as readEndpoints } from './endpoints/read.ts';
import { check as checkErrors, checkHappens, uncovered } from './errors/check.ts';
import { planErrors } from './errors/plan.ts';
import { read as readErrors } from './errors/read.ts';
import { check as checkEvents } from './events/check.ts';
import { planDeliveries, planEvents } from './events/plan.ts';
import { read as readEvents } from './events/read.ts';
import { cellName } from './gaps.ts';
import { grammars } from './grammars.ts';
import { check as checkLimits } from './limits/check.ts';
import { limitsOf, planLimits } from './limits/plan.ts';
import { read as readLimits } from './limits/read.ts';
import { check as checkPurpose } from './purpose/check.ts';
import { planPurpose, planSummary } from './purpose/plan.ts';
import { read as readPurpose } from './purpose/read.ts';
import { check as checkResources, derivedGaps as gapsOfResources } from './resources/check.ts';
import { planResources } from './resources/plan.ts';
import { read as readResources } from './resources/read.ts';
import type { Service } from './service.ts';
import { checkForbidden } from './states/check/forbidden.ts';
import { check as checkStates } from './states/check.ts';
import { read as readStates } from './states/read.ts';
import { withSteps } from './steps.ts';
import { check as checkVersioning } from './versioning/check.ts';
import { planVersioning } from './versioning/plan.ts';
import { read as readVersioning } from './versioning/read.ts';
import { planConversions, planOlder } from './versions.ts';

export { planAt, serviceAt } from './versions.ts';

/** A document that was read: its contents, its nine models, and all that is wrong with it, in the order of places. */
export interface Document {
  readonly source: Source;
  readonly content: Content;
  readonly service: Service;
  readonly problems: readonly Problem[];
}

/** Reads and checks a document. Never throws and never stops at the first problem. */
export function readDocument(source: Source): Document {
  const content = recognise(source, grammars);
  const context: ParseContext = { source, problems: [], cellGaps: [...content.cellGaps] };
  const service = readService(content, context);
  const report = (problem: Problem): void => {
    context.problems.push(problem);
  };
  for (const check of checks) check(service, report);
  const isSound = [...content.problems, ...context.problems].every(({ severity }) => severity !== 'error');
  if (isSound) for (const check of checksOfSound) check(service, report);
  return { source, content, service, problems: inOrder(content.problems, context.problems) };
}

const checks = [
  checkPurpose,
  checkResources,
  checkStates,
  checkEndpoints,
  checkAuthentication,
  checkEvents,
  checkErrors,
  checkLimits,
  checkVersioning,
];

/** Checks whose findings would follow from an error elsewhere: they look at documents without errors only. */
const checksOfSound = [checkForbidden, checkHappens, checkReferences];

function readService(content: Content, context: ParseContext): Service {
  const of = (part: PartName): PartContent => content.parts.get(part) ?? emptyPart(part);
  return {
    source: content.source,
    name: content.title,
    summary: content.summary,
    purpose: readPurpose(of('purpose'), context),
    resources: readResources(of('resources'), context),
    states: readStates(of('states'), context),
    endpoints: readEndpoints(of('endpoints'), context),
    authentication: readAuthentication(of('authentication'), context),
    events: readEvents(of('events'), context),
    errors: readErrors(of('errors'), context),
    limits: readLimits(of('limits'), context),
    versioning: readVersioning(of('versioning'), context),
    aspects: content.aspects,
    cellGaps: context.cellGaps,
  };
}

/** A part whose heading the document does not have: its absence is told by the recogniser. */
function emptyPart(part: PartName): PartContent {
  const title = grammars.find((grammar) => grammar.part === part)!.title;
  return { part, title, heading: undefined, facts: [], tables: [], subjects: [], prose: [] };
}

/** Gaps that follow from a document's facts: a ref that does not say what deleting does, a condition without a row. */
export function derivedGaps(service: Service): readonly CellGap[] {
  return [...gapsOfResources(service), ...uncovered(service)];
}

/** The plan of a service whose document has no errors: what the machine runs. */
export function planOf(service: Service): Plan {
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
  };
  const plan = { ...facts, operations: withSteps(facts) };
  return interned({ ...plan, digest: digestOf(plan) });
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
