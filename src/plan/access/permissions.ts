import { always, anyOf, type Condition, canHold, entails } from '../../expression/conditions/entails.ts';
import { memoByKey } from '../../text/memo.ts';
import type { AccessPlan, OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import { resolveReaders } from '../records/readers.ts';
import {
  type Audience,
  combineRules,
  getRule,
  listAudiences,
  listConcernedResources,
  listGrantsOf,
} from './audiences.ts';

type Grant = AccessPlan['grants'][number];
type Planned = Pick<Plan, 'operations' | 'authentication'>;

/** The right of an audience to an operation: for all records, for the records of some Where, or none. */
export interface Permission {
  readonly may: 'all' | 'some' | 'none';
  /** The rows of Scopes that allow it, without rows that another one covers. */
  readonly by: readonly Grant[];
  /** The lines of rows that allow nothing, because their Where or Allows is not shown. */
  readonly notShown: readonly number[];
}

/** Returns the permission of an audience: operations with the same access share it. */
export function getPermission(plan: Planned, operation: OperationPlan, audience: Audience): Permission {
  const { access, resource } = operation;
  if (access.open) return listAudiences(plan).includes(audience) ? open : none;
  return sharePermission(access, `${audience} ${resource}`, operation, audience);
}

const open: Permission = { may: 'all', by: [], notShown: [] };
const none: Permission = { may: 'none', by: [], notShown: [] };

const sharePermission = memoByKey((_access: AccessPlan, _key: string, ...of: Parameters<typeof findPermission>) =>
  findPermission(...of),
);

function findPermission(operation: OperationPlan, audience: Audience): Permission {
  const rows = listGrantsOf(operation, audience);
  const notShown = rows.flatMap(({ where, line }) => (where === 'disabled' ? [line] : []));
  const all = rows.find(({ where }) => where === undefined);
  if (all !== undefined) return { may: 'all', by: [all], notShown };
  const resources = listConcernedResources(operation);
  const by = dropCovered(
    rows.filter((row) => row.where !== 'disabled' && resources.some((of) => canHold(getCondition(row, of)))),
    resources,
  );
  if (by.length === 0) return { may: 'none', by, notShown };
  const isAll = resources.every((of) => entails(always, anyOf(...by.map((row) => getCondition(row, of)))));
  return { may: isAll ? 'all' : 'some', by, notShown };
}

/** Leaves out each row that another one covers, of two alike the later one. */
function dropCovered(rows: readonly Grant[], resources: readonly (string | undefined)[]): readonly Grant[] {
  const covers = (wide: Grant, narrow: Grant): boolean =>
    resources.every((of) => entails(getCondition(narrow, of), getCondition(wide, of)));
  return rows.filter((row, at) =>
    rows.every((other, place) => place === at || !covers(other, row) || (place > at && covers(row, other))),
  );
}

function getCondition(row: Grant, of: string | undefined): Condition {
  const rule = getRule(row, of);
  return rule === undefined ? always : rule === 'disabled' ? anyOf() : rule;
}

/** Which records of a resource an audience may read. */
export interface Reading {
  readonly may: Permission['may'];
  readonly rule: Condition;
  /** The operations whose row rules decide it. */
  readonly by: readonly OperationPlan[];
}

/** Returns which records of a resource an audience may read: by `read X`, else by `list X`; without both by any operation of X. */
export function getReading(plan: Planned, resource: string, audience: Audience): Reading {
  for (const group of resolveReaders(plan, resource)) {
    const by = group.filter((operation) => listsAudience(plan, operation, audience));
    if (by.length === 0) continue;
    const rule = anyOf(...by.map((operation) => combineRules(plan, operation, audience, undefined)));
    const may = entails(always, rule) ? 'all' : canHold(rule) ? 'some' : 'none';
    return { may, rule, by };
  }
  return { may: 'none', rule: anyOf(), by: [] };
}

function listsAudience(plan: Planned, operation: OperationPlan, audience: Audience): boolean {
  if (operation.access.open) return getPermission(plan, operation, audience).may !== 'none';
  return listGrantsOf(operation, audience).some(({ where }) => where !== 'disabled');
}
