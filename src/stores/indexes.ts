import { findFollowedAnchorOf, splitConditions } from '../expression/questions.ts';
import { type FilteredField, resolveFilterPath } from '../plan/fields/filter-path.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { collectChildren } from '../plan/records/children.ts';
import { collectQuestions } from '../plan/records/questions.ts';
import { resolveReaders } from '../plan/records/readers.ts';
import { listStoredFields } from '../plan/records/row.ts';
import { getTimerField, listTimers } from '../plan/records/timed.ts';
import type { ResourcePlan } from '../plan/resource.ts';
import { findNamed } from '../text/find-named.ts';
import { factor } from './queries/equalities.ts';
import { findListedValues, type ListedValues } from './queries/listed-values.ts';
import { findQuestionKeys } from './queries/question-keys.ts';

/** One column of an index or of an order. */
export interface Key {
  readonly field: string;
  readonly descending: boolean;
}

/** An index by fields. */
export interface IndexLayout {
  readonly name: string;
  readonly keys: readonly Key[];
}

/**
 * Returns the indexes that lists are promised (running.md, "Lists"): for each order, for each `=` or `in` filter and for each range filter,
 * after the equalities of the row rule and the path; one for each question about other records; one for the records that refer to those of a response; one for each `ref`, so that a deletion finds the records that reference it; and those
 * that find due records ("Timers"). By resource, in a stable order.
 */
export function collectIndexes(plan: Plan): ReadonlyMap<string, readonly (readonly Key[])[]> {
  const wanted = new Map<string, (readonly Key[])[]>(plan.resources.map(({ name }) => [name, []]));
  const references = collectReferences(plan);
  for (const operation of [...plan.operations, ...listOlderOrders(plan)]) {
    const resource = findNamed(plan.resources, operation.resource);
    if (operation.kind !== 'list' || resource === undefined) continue;
    for (const equal of listPrefixes(operation))
      listIndexes(plan, operation, resource, references.get(resource.name)!, equal, wanted);
    for (const { of } of operation.access.grants.flatMap(listValuesOf)) {
      if (of.kind === 'path') {
        const { resource: last, field } = of.path.steps.at(-1)!;
        if (isStored(findNamed(plan.resources, last)!, field)) wanted.get(last)!.push(toAscendingKeys(field));
      }
      if (of.kind !== 'question') continue;
      const asked = findNamed(plan.resources, of.question.resource)!;
      const keys = [...findQuestionKeys(of.question), of.field];
      if (keys.every((field) => isStored(asked, field))) wanted.get(asked.name)!.push(toAscendingKeys(...keys));
    }
  }
  for (const resource of plan.resources) {
    for (const wait of listTimers(resource)) {
      wanted.get(resource.name)!.push(toAscendingKeys(wait.field, getTimerField(wait), resource.identity));
    }
  }
  for (const question of collectQuestions(plan.resources, plan.operations)) {
    const asked = findNamed(plan.resources, question.resource)!;
    const fields = findQuestionKeys(question).filter((field) => isStored(asked, field));
    const last = findFollowedAnchorOf(question)?.steps.at(-1);
    if (last?.through !== undefined && isStored(findNamed(plan.resources, last.through)!, last.name))
      wanted.get(last.through)!.push(toAscendingKeys(last.name));
    // An equality without the case is served by the index of `unique ignoring case`.
    const isServed = fields.length === 0 || wanted.get(asked.name)!.some((keys) => hasFields(keys, fields));
    if (!isServed) wanted.get(asked.name)!.push(toAscendingKeys(...fields));
  }
  for (const { resource, field, order } of collectChildren(plan)) {
    const equal = listSharedFields(plan, resource).filter((other) => other !== field);
    wanted.get(resource)!.push([...toAscendingKeys(field, ...equal), ...order.filter((key) => key.field !== field)]);
  }
  for (const [name, fields] of references)
    wanted.get(name)!.push(...Array.from(fields, (field) => toAscendingKeys(field)));
  return new Map(plan.resources.map((resource) => [resource.name, reduce(resource, wanted.get(resource.name)!)]));
}

/** Returns the fields of each resource that reference a record. */
function collectReferences({ resources }: Plan): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map(resources.map(({ name }) => [name, new Set<string>()]));
  for (const { referredBy } of resources)
    for (const { resource, field, items } of referredBy) if (items !== true) found.get(resource)?.add(field);
  return found;
}

/** Lists the fields that the row rules of every caller who may read a resource fix. */
function listSharedFields(plan: Plan, resource: string): readonly string[] {
  const accesses = resolveReaders(plan, resource).flatMap((group) => group.map(({ access }) => access));
  const wheres = accesses.flatMap(({ open, grants }) => (open ? [undefined] : grants.map(({ where }) => where)));
  const rules = wheres.filter((where) => where !== undefined && where !== 'disabled');
  if (rules.length === 0 || wheres.includes(undefined)) return [];
  return [...new Set(factor(rules).shared.map(({ field }) => field))].sort();
}

/** Lists with an order that a served older version has for them. */
function listOlderOrders({ operations, versioning: { older = [] } }: Plan): readonly OperationPlan[] {
  return older.flatMap(({ interface: shown }) =>
    shown.operations.flatMap(({ name, order }) => {
      const present = findNamed(operations, name);
      const isSame = present === undefined || JSON.stringify(present.order) === JSON.stringify(order);
      return isSame ? [] : [{ ...present, order }];
    }),
  );
}

function listIndexes(
  plan: Plan,
  operation: OperationPlan,
  resource: ResourcePlan,
  references: ReadonlySet<string>,
  equal: readonly string[],
  wanted: ReadonlyMap<string, (readonly Key[])[]>,
): void {
  const defaultOrder = completeOrder(operation.order, resource.identity);
  const add = (fields: readonly string[], order: readonly Key[]): void => {
    // Equal fields may have any order. With a reference first, the index also finds the records that reference a record.
    const referring = [...fields, ...equal].filter((field) => references.has(field));
    const first = [...new Set([...referring, ...equal, ...fields])];
    const rest = order.filter(({ field }) => !first.includes(field));
    // An index is read both ways, so that an order and its reverse share one.
    const flip = rest[0]?.descending === true;
    const keys = rest.map(({ field, descending }) => ({ field, descending: descending !== flip }));
    wanted.get(resource.name)!.push([...toAscendingKeys(...first), ...keys]);
  };
  add([], defaultOrder);
  for (const { mapsTo: means } of operation.parameters) {
    if (means.kind === 'sort') {
      for (const field of means.fields) add([], completeOrder(toAscendingKeys(field), resource.identity));
    } else if (means.kind === 'filter' && isStored(resource, means.path[0]!)) {
      for (const [at, field] of (resolveFilterPath(plan, resource.name, means.path) ?? []).entries()) {
        if (!isOneValue(field)) continue;
        if (means.operator === '=' || means.operator === 'in') {
          if (at === 0) add([field.name], defaultOrder);
          else wanted.get(field.resource)!.push(toAscendingKeys(field.name));
        } else if (at === 0 && field.inside.length === 0 && /^[<>]=?$/.test(means.operator))
          add([], completeOrder(toAscendingKeys(field.name), resource.identity));
      }
    }
  }
}

/** Whether an index can hold a value of each record: a list has several. */
function isOneValue({ inside }: FilteredField): boolean {
  return inside.every(({ list }) => !list);
}

function isStored(resource: ResourcePlan, name: string): boolean {
  return listStoredFields(resource).some((field) => field.name === name);
}

function toAscendingKeys(...fields: readonly string[]): readonly Key[] {
  return fields.map((field) => ({ field, descending: false }));
}

/** An order up to the identity, which breaks ties in the direction of the last field. */
export function completeOrder(order: readonly Key[], identity: string): readonly Key[] {
  const end = order.findIndex(({ field }) => field === identity);
  if (end >= 0) return order.slice(0, end + 1);
  return [...order, { field: identity, descending: order.at(-1)?.descending === true }];
}

/** The values by which the records of a grant are read. */
function listValuesOf({ where }: OperationPlan['access']['grants'][number]): readonly ListedValues[] {
  if (where === undefined || where === 'disabled') return [];
  return splitConditions(where)
    .map(findListedValues)
    .filter((found) => found !== undefined);
}

/** Whether the first fields of an index are these, in any order: all of them are fixed. */
function hasFields(keys: readonly Key[], fields: readonly string[]): boolean {
  const first = keys.slice(0, fields.length).map(({ field }) => field);
  return first.length === fields.length && fields.every((field) => first.includes(field));
}

/** The sets of equalities with which a list may be read: those of each grant, and what several grants share. */
function listPrefixes(operation: OperationPlan): readonly (readonly string[])[] {
  const parents = operation.segments.flatMap((segment) =>
    segment.kind === 'placeholder' && segment.of === 'parent' ? [segment.field] : [],
  );
  const sets = new Map<string, readonly string[]>();
  const add = (fields: readonly string[]): void => {
    const all = [...new Set([...parents, ...fields])].sort();
    sets.set(JSON.stringify(all), all);
  };
  const { open, grants } = operation.access;
  if (open || grants.length === 0) add([]);
  for (const grant of grants) {
    const { where } = grant;
    if (where === 'disabled') continue;
    const fields = where === undefined ? [] : factor([where]).shared.map(({ field }) => field);
    add(fields);
    for (const { field } of listValuesOf(grant)) add([...fields, field]);
  }
  const single = [...sets.values()];
  for (let before = 0; before < sets.size; ) {
    before = sets.size;
    const known = [...sets.values()];
    for (const left of known)
      for (const right of known) {
        add(left.filter((field) => right.includes(field)));
        if (sets.size > mostPrefixes)
          return [...single, single.reduce((shared, set) => shared.filter((field) => set.includes(field)))];
      }
  }
  return [...sets.values()];
}

/**
 * The most sets of fields with indexes, shared ones included: each grant can double their number. Beyond them, the
 * sets of single grants and what all of them share have indexes.
 */
const mostPrefixes = 50;

/**
 * Leaves out what another index, a unique constraint or the identity's own serves, and puts the rest in order, the shortest first: of two
 * indexes that cost the same, as in an empty table, PostgreSQL reads the one created later.
 */
function reduce(resource: ResourcePlan, wanted: readonly (readonly Key[])[]): readonly (readonly Key[])[] {
  const distinct = [...new Map(wanted.map((keys) => [JSON.stringify(keys), keys])).values()];
  // Decimals are unique as texts and ordered by value.
  const isDecimal = (name: string): boolean => findNamed(resource.fields, name)?.storage === 'decimal';
  const constraints = resource.uniques
    .filter((unique) => unique.where === undefined && unique.ignoring === undefined && !unique.fields.some(isDecimal))
    .map((unique) => toAscendingKeys(...unique.fields));
  const served = new Set([
    ...distinct.flatMap((keys) => listStarts(keys).slice(0, -1)),
    ...[...constraints, toAscendingKeys(resource.identity)].flatMap(listStarts),
  ]);
  return distinct
    .filter((keys) => !served.has(listStarts(keys).at(-1)!))
    .sort((left, right) => left.length - right.length || (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}

/** The first columns of an index as texts: one column, two, and so on up to all of them. */
function listStarts(keys: readonly Key[]): readonly string[] {
  let start = '';
  return keys.map(({ field, descending }) => {
    start += `${descending ? '-' : ''}${field},`;
    return start;
  });
}
