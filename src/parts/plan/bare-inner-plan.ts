import type { StepFacts } from '../../contracts/definition.ts';
import { collectSentFields, type SentField } from '../../plan/bodies/sent.ts';
import { buildCallInput, findsRecord, isCodes } from '../../plan/handler-rules.ts';
import { listBindingTransitions, type MayChangeKind, mayChangeRecords, ownVerbs } from '../../plan/kinds.ts';
import { getQuotas } from '../../plan/named-limits.ts';
import {
  type AccessPlan,
  type CommonOperationPlan,
  type OperationPlan,
  ofItsKind,
  withCreation,
} from '../../plan/operation.ts';
import { resolvePhase, type StepName } from '../../plan/order.ts';
import { listRows } from '../../plan/records/binding-rows.ts';
import { collectReadRefs } from '../../plan/records/neighbours.ts';
import { resolveNamers } from '../../plan/records/readers.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { InputMember, InputShape } from '../../plan/shape.ts';
import { findNamed } from '../../text/find-named.ts';

type Plan = StepFacts['plan'];

/** An operation as code runs it: by the record's identity, without a request of its own. */
export interface InnerPlan {
  readonly plan: OperationPlan<MayChangeKind>;
  /** How code asks for it: `store update Invoice`, or the name of an operation or transition. */
  readonly asked: string;
  /** Where the rows of each group end by which a caller may know of records, the closest group first; the last row lifts them all. */
  readonly groups: readonly number[];
  /** Of a write through the store: where Requests of that kind have the fields of the record, so that `input` holds them there too. */
  readonly sent?: readonly SentField[];
}

/** Every operation that code and effects may run, without its steps, each with what the caller may see of its resource. */
export function buildBareInnerPlans(plan: Plan): readonly InnerPlan[] {
  const ofStore = plan.resources.flatMap((resource) =>
    (['create', 'update', 'delete'] as const).map((kind) => storeOperation(plan, resource, kind)),
  );
  const named = plan.operations.flatMap((operation): InnerPlan[] => {
    const resource = findNamed(plan.resources, operation.resource);
    if (!mayChangeRecords(operation) || operation.disabled === true || operation.session !== undefined) return [];
    return [buildNamedPlan(plan, operation, resource)];
  });
  const known = new Set(named.map(({ plan: { kind, verb, resource } }) => `${kind} ${verb} ${resource}`));
  const others = plan.resources.flatMap((resource) => {
    const rows = resource.machines.flatMap((machine) => machine.transitions);
    const names = new Set(
      rows
        .filter(({ name, trigger }) => isHandlerTrigger(trigger?.kind) && !ownVerbs.has(name))
        .map(({ name }) => name),
    );
    return [...names]
      .filter((name) => !known.has(`transition ${name} ${resource.name}`))
      .map((name) => buildTransitionPlan(plan, resource, name));
  });
  return [...ofStore, ...named, ...others];
}

/** Steps that run around the work of an operation, before the request whose code asks for it or directly, or about headers that it does not have. */
const notInner: ReadonlySet<StepName> = new Set<StepName>(['states/due', 'endpoints/code', 'endpoints/precondition']);

/** Whether an operation has a step when code or an effect runs it. */
export function isInner(step: StepName): boolean {
  return resolvePhase(step) === 'inside' && !notInner.has(step);
}

function isHandlerTrigger(trigger: 'handler' | 'after' | 'at' | undefined): boolean {
  return trigger === undefined || trigger === 'handler';
}

function storeOperation(plan: Plan, resource: ResourcePlan, kind: 'create' | 'update' | 'delete'): InnerPlan {
  const name = `${kind} ${resource.name}`;
  const same = plan.operations.filter((operation) => operation.kind === kind && operation.resource === resource.name);
  const { groups, ...base } = buildBlankPlan(plan, resource, { name, kind, line: same[0]?.line ?? resource.line });
  const members = kind === 'update' ? indexChangeableFields(resource) : [];
  // The store counts the records of a quota, whether or not an operation creates them.
  const quotas = kind === 'create' ? getQuotas(plan.limits, resource.name).map((limit) => limit.name) : [];
  const made: OperationPlan<typeof kind> = {
    ...base,
    kind,
    resource: resource.name,
    limits: [...new Set([...same.flatMap(({ limits }) => limits), ...quotas])],
    ...(kind === 'update' ? { input: { kind: 'object', members, line: resource.line } } : {}),
  };
  const requests = plan.operations
    .flatMap(withCreation)
    .filter(
      (operation) => operation.resource === resource.name && listBindingTransitions(kind).includes(operation.kind),
    );
  const sent = requests.flatMap(({ input }) => collectSentFields(input));
  return { groups, plan: made, asked: `store ${name}`, sent };
}

/** Indexes the fields that handlers may change: all but the assigned ones. */
function indexChangeableFields(resource: ResourcePlan): readonly InputMember[] {
  return resource.fields
    .filter((field) => isCodes(resource, field.name) && field.assigned === undefined)
    .map(({ name, schema, line }) => ({ name, field: name, required: false, shape: { kind: 'value', schema, line } }));
}

function buildNamedPlan(plan: Plan, operation: InnerPlan['plan'], resource: ResourcePlan | undefined): InnerPlan {
  const { groups, ...base } = buildBlankPlan(plan, resource, operation);
  const { kind, verb, limits, timeout } = operation;
  const input =
    buildCallInput(operation, resource) ?? (kind === 'transition' ? createEmptyInput(operation.line) : undefined);
  const made = ofItsKind({
    ...base,
    kind,
    ...(resource === undefined ? {} : { resource: resource.name }),
    ...(input === undefined ? {} : { input }),
    ...(verb === undefined ? {} : { verb }),
    ...(timeout === undefined ? {} : { timeout }),
    limits,
    segments: findsRecord(operation) ? base.segments : [],
  });
  return { groups, plan: made, asked: operation.name };
}

/** The input of what takes none: members are unknown ones. */
function createEmptyInput(line: number): InputShape {
  return { kind: 'object', members: [], line };
}

function buildTransitionPlan(plan: Plan, resource: ResourcePlan, verb: string): InnerPlan {
  const rows = resource.machines.flatMap((machine) => machine.transitions);
  const line = findNamed(rows, verb)!.line;
  const name = `${verb} ${resource.name}`;
  const kind = 'transition';
  const { groups, ...base } = buildBlankPlan(plan, resource, { name, kind, line });
  const input = findNamed(plan.calls, name)?.input ?? createEmptyInput(line);
  return { groups, plan: { ...base, kind, resource: resource.name, verb, input }, asked: name };
}

/** Builds the common plan of inner operations, and where the rows of each group end. */
function buildBlankPlan(
  plan: Plan,
  resource: ResourcePlan | undefined,
  { name, kind, line }: Pick<OperationPlan, 'name' | 'kind' | 'line'>,
): CommonOperationPlan & Pick<InnerPlan, 'groups'> {
  const { access, groups } = resolveAccess(plan, resource);
  const identity = resource?.identity;
  return {
    groups,
    name,
    method: kind === 'update' ? 'PATCH' : 'POST',
    path: '',
    segments:
      identity === undefined || kind === 'create'
        ? []
        : [{ kind: 'placeholder', name: identity, of: 'own', field: identity }],
    responses: [],
    order: [],
    parameters: [],
    preconditions: [],
    limits: [],
    access,
    refs: resource === undefined ? [] : collectReadRefs(access.grants, resource.rules, listRows(resource)),
    steps: [],
    line,
  };
}

type Grant = AccessPlan['grants'][number];

/** Resolves what the caller may see: the rows of each group of operations, and last one without restrictions. */
function resolveAccess(
  plan: Plan,
  resource: ResourcePlan | undefined,
): { readonly access: AccessPlan; readonly groups: readonly number[] } {
  const open: Grant = { scope: '', kind: 'public', line: resource?.line ?? 1 };
  const grants: Grant[] = [];
  const groups = (resource === undefined ? [] : resolveNamers(plan, resource.name)).map((operations) => {
    grants.push(...removeDuplicateGrants(operations.flatMap(({ access }) => (access.open ? [open] : access.grants))));
    return grants.length;
  });
  return { access: { open: false, grants: [...grants, open] }, groups };
}

function removeDuplicateGrants(grants: readonly Grant[]): Grant[] {
  const known = new Map(grants.map(({ line: _, ...grant }, i) => [JSON.stringify(grant), grants[i]!]));
  return [...known.values()];
}
