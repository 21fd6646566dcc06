import type { StepDefinition, StepFacts, StepLine } from '../../../contracts/definition.ts';
import { computeMaxRecordSize, defaultBodySize } from '../../../plan/bodies/max-record-size.ts';
import { deepestRecord, mayNestFreely } from '../../../plan/bodies/nesting.ts';
import { storesOne } from '../../../plan/kinds.ts';
import { findQuotaField, getQuotas } from '../../../plan/named-limits.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import { listBindingRows } from '../../../plan/records/binding-rows.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { findNamed } from '../../../text/find-named.ts';
import { quota } from '../../limits/kinds/quota.ts';
import { listLimitLines } from '../../limits/serve/lines.ts';
import { listUniqueRefusals, mayBeHeld } from '../serve/conflicts.ts';
import { createWrite } from '../serve/write.ts';

/** Writes the record, or deletes it; a conflict in the store is a refusal. It counts for quotas in the same statement. */
export const write: StepDefinition = {
  plan(facts) {
    const { operation, resource } = facts;
    if (resource === undefined) return [];
    if (operation.kind === 'delete') return listDeletionLines(facts, resource);
    return storesOne(operation) ? listStoreLines(facts, resource) : [];
  },
  create: createWrite,
};

function listStoreLines(facts: StepFacts, resource: ResourcePlan): readonly StepLine[] {
  const { name, uniques, line } = resource;
  const { kind, method } = facts.operation;
  const taken =
    kind === 'create' && (method === 'PUT' || !givesIdentity(resource)) ? [{ condition: 'not unique' }] : [];
  const moved = kind === 'create' ? [] : listQuotaRefusals(facts, resource);
  const most = computeMaxRecordSize(facts.plan.operations, name, defaultBodySize);
  return [
    ...listLimitLines(facts, quota),
    ...uniques.map((unique) => ({
      words: `check that no other ${name} has the same ${unique.fields[0]}: ${unique.words}`,
      refusals: listUniqueRefusals(facts.operation, resource, unique),
      line: unique.line,
    })),
    {
      words: `check that the ${name} has at most ${most} characters`,
      refusals: [{ condition: 'invalid input' }],
      line,
    },
    ...resource.fields
      .filter(({ schema }) => mayNestFreely(facts.plan, schema))
      .map((field) => ({
        words: `check that the ${name} is nested at most ${deepestRecord} levels deep in ${field.name}`,
        refusals: [{ condition: 'invalid input' }],
        line: field.line,
      })),
    { words: `store the ${name}`, refusals: [...taken, ...moved], line },
  ];
}

/** Whether the service itself gives each record an identity of its own. */
function givesIdentity({ fields, identity }: ResourcePlan): boolean {
  const by = findNamed(fields, identity)?.assigned?.by;
  return by === 'format' || by === 'sequence';
}

/** A change may move a record to where a quota counts it, if it sets the field by which the quota counts. */
function listQuotaRefusals({ plan, operation }: StepFacts, resource: ResourcePlan): readonly RefusalPlan[] {
  const quotas = getQuotas(plan.limits, resource.name);
  if (quotas.length === 0) return [];
  const set = new Set([
    ...listChangedFields(operation),
    ...listBindingRows(resource, operation).flatMap(({ rows }) =>
      rows.flatMap(({ effects }) => effects.map(({ path }) => path[0])),
    ),
  ]);
  return quotas
    .filter(
      ({ per, filesOf }) =>
        (typeof per === 'object' && set.has(findQuotaField(resource, per.attribute)?.name)) ||
        (filesOf !== undefined && resource.fields.some(({ name, schema }) => schema.type === 'file' && set.has(name))),
    )
    .map(({ code }) => ({ condition: 'quota', ...(code === undefined ? {} : { named: code }) }));
}

/** The fields of the record to which a request may give other values. */
function listChangedFields({ input }: StepFacts['operation']): readonly (string | undefined)[] {
  const members = input?.kind === 'object' ? input.members : [];
  return members.filter(({ unchanged }) => unchanged !== true).map(({ field }) => field);
}

const follows = {
  restrict: (other: string, field: string) => `reject if ${field} of any ${other} references it`,
  cascade: (other: string, field: string) => `delete each ${other} that references it in ${field}`,
  clear: (other: string, field: string) => `clear ${field} of each ${other} that references it`,
  items: (other: string, field: string) => `remove it from ${field} of each ${other}`,
} as const;

function listDeletionLines({ plan }: StepFacts, resource: ResourcePlan): readonly StepLine[] {
  const { name, referredBy, line } = resource;
  const references = referredBy.map(({ resource: other, field, onDelete, items }) => {
    const fields = findNamed(plan.resources, other)?.fields;
    const at = findNamed(fields, field)?.line;
    return {
      words: follows[items === true ? 'items' : onDelete](other, field),
      ...(at === undefined ? {} : { line: at }),
    };
  });
  const rows = listBindingRows(resource, { kind: 'delete' }).flatMap((bindingRows) => bindingRows.rows);
  const isKept = rows.length > 0 && rows.every(({ to }) => to.kind !== 'none');
  const refusals = mayBeHeld(plan, name) ? [{ condition: 'still referenced' }] : [];
  return [
    ...references,
    { words: isKept ? `soft-delete the ${name} (\`gone\`)` : `delete the ${name}`, refusals, line },
  ];
}
