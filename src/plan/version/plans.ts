import { findNamed } from '../../text/find-named.ts';
import { limitsNamed } from '../named-limits.ts';
import { type OperationPlan, ofItsKind, type SegmentPlan } from '../operation.ts';
import type { LimitPlan, Plan } from '../plan.ts';
import type { FieldPlan, ResourcePlan } from '../resource.ts';
import type { VersionFieldPlan, VersionPlan } from '../version.ts';
import { composeNames, createNames, listNamePairs, type Names } from './names.ts';
import { createHybridParameters, mapParameters } from './parameter-mapping.ts';

/** One operation of an older version. */
export interface VersionOperation {
  /** The operation of the present plan that runs it. */
  readonly present: OperationPlan;
  /** The interface of old clients: body, parameters and responses, by the names of their version. */
  readonly older: OperationPlan;
  /** The plan of its steps: paths, statuses, limits and parameters with the names of their version; fields with their present names. */
  readonly run: OperationPlan;
  /** The create that a replace is if there is no such record, where that version creates one. */
  readonly creation?: VersionOperation;
}

/** An older version as plans: what is checked and shown, and what is run. */
export interface VersionPlans {
  readonly version: VersionPlan;
  /** The names of that version and the present ones. */
  readonly names: Names;
  readonly operations: readonly VersionOperation[];
  /** Bodies are checked, and answers written, by this plan; its operations have fields by their present names. */
  readonly shown: Plan;
  /** The plan that the steps are made with; its digest is still the present one's. */
  readonly run: Plan;
}

/** Makes the plans of an older version. */
export function createVersionPlans(plan: Plan, version: VersionPlan): VersionPlans {
  const names = createNames(composeNames(version.turns.toReversed().map(listNamePairs)));
  const older = version.interface;
  const limits = createVersionLimits(plan, version);
  const pair = (present: OperationPlan, operation: (typeof older.operations)[number]): VersionOperation => {
    const counted = operation.limits.map((name) => limits.get(name)?.name ?? name);
    const order = operation.order.map(({ field, ...rest }) => ({
      field: names.older('field', operation.resource ?? '', field) ?? field,
      ...rest,
    }));
    const creation = present.creation && operation.creation ? pair(present.creation, operation.creation) : undefined;
    const { creation: _, ...stated } = { ...dropUnstatedOptions(present), ...operation };
    const full = ofItsKind({ ...stated, limits: counted });
    const ran = buildRunPlan(plan, version, names, present, full);
    if (creation === undefined) return { present, older: { ...full, order }, run: ran };
    return {
      present,
      older: ofItsKind({ ...full, order, creation: creation.older as OperationPlan<'create'> }),
      run: ofItsKind({ ...ran, creation: creation.run as OperationPlan<'create'> }),
      creation,
    };
  };
  const operations = older.operations.flatMap((operation): VersionOperation[] => {
    const present = findNamed(plan.operations, operation.name);
    return present === undefined ? [] : [pair(present, operation)];
  });
  const run = operations.map((operation) => operation.run);
  const resources = older.resources.map((resource): ResourcePlan => {
    const present = findNamed(plan.resources, resource.name)!;
    const fields = resource.fields.map((field) =>
      createVersionField(field, present, names.newer('field', resource.name, field.name)),
    );
    return { ...present, identity: resource.identity, fields };
  });
  const { objects, unions, errors } = older;
  return {
    version,
    names,
    operations,
    shown: { ...plan, resources, objects, unions, errors, operations: run },
    run: { ...plan, operations: run, limits: [...limits.values()] },
  };
}

/** Drops options of the present operation that the older one lacks. */
function dropUnstatedOptions(present: OperationPlan) {
  const { record: _, input: __, disabled: ___, paging: ____, ...rest } = present;
  const { idempotency: _____, bodySize: ______, timeout: _______, signed: ________, ...others } = rest;
  return others;
}

/** The limits of the present plan with the values of the older version; what they count is the same. */
function createVersionLimits(plan: Plan, { interface: { limits } }: VersionPlan): ReadonlyMap<string, LimitPlan> {
  return new Map(
    limits.map((limit) => {
      const [present] = limitsNamed(plan.limits, [limit.name]);
      const same = present !== undefined && JSON.stringify(present.value) === JSON.stringify(limit.value);
      const { operations, everybody } = limit;
      const own = { operations, ...(everybody === undefined ? {} : { everybody }) };
      return [limit.name, same ? { ...present, ...own } : limit];
    }),
  );
}

/** Creates a field for checks and responses, which read no column of it. Fields computed in responses are computed on the record itself. */
function createVersionField(field: VersionFieldPlan, resource: ResourcePlan, present: string | undefined): FieldPlan {
  const { computed: _, assigned: __, ...rest } = field;
  const shown = findNamed(resource.fields, present)?.computed;
  return { ...rest, column: field.name, storage: 'json', ...(shown?.shown === true ? { computed: shown } : {}) };
}

function buildRunPlan(
  plan: Plan,
  version: VersionPlan,
  names: Names,
  present: OperationPlan,
  older: OperationPlan,
): OperationPlan {
  const { input: _, ...rest } = older;
  return ofItsKind({
    ...rest,
    ...(present.input === undefined ? {} : { input: present.input }),
    segments: older.segments.map((segment) => upgradeSegment(plan, names, present, segment)),
    responses: older.responses.map((response, at) => ({
      ...(present.responses[at] ?? response),
      status: response.status,
    })),
    parameters: createHybridParameters(version, names, present, older),
    ...renameUnbounded(version, present, older),
  });
}

/** Renames unbounded parts to the parameter names of the older version. */
function renameUnbounded(
  version: VersionPlan,
  present: OperationPlan,
  older: OperationPlan,
): Pick<OperationPlan, 'unbounded'> {
  if (present.unbounded === undefined) return {};
  const mappings = mapParameters(version, present, older);
  return {
    unbounded: present.unbounded.map((unbounded) => {
      const mapping = mappings.find(
        (other) => other.present?.name === unbounded.parameter && unbounded.parameter !== undefined,
      );
      return mapping === undefined ? unbounded : { ...unbounded, parameter: mapping.older.name };
    }),
  };
}

function upgradeSegment(
  plan: Plan,
  names: Names,
  { name, resource }: OperationPlan,
  segment: SegmentPlan,
): SegmentPlan {
  if (segment.kind === 'fixed') return segment;
  const { of, field, by } = segment;
  if (of === 'input') return { ...segment, field: names.newer('member', name, field) ?? field };
  const present = (resource === undefined ? undefined : names.newer('field', resource, field)) ?? field;
  if (by === undefined) return { ...segment, field: present };
  const schema = findNamed(findNamed(plan.resources, resource)?.fields, present)?.schema;
  const other = schema?.type === 'ref' ? names.newer('field', schema.resource, by) : by;
  return { ...segment, field: present, by: other ?? by };
}
