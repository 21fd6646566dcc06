import type { Making } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import { hasBit, sharedBits } from '../../../plan/bitset.ts';
import type { AccessPlan } from '../../../plan/operation.ts';
import { freeGrants } from './grants.ts';

/** On operations without a record the row rule speaks of the caller only. */
export function rowRuleOfCaller(making: Making, refusal: Refusal): (given: Given) => Refusal | undefined {
  const free = freeGrants(making.operation.access);
  return (given) => (sharedBits(given.grants, free) !== 0 || anyHolds(making, given, {}) ? undefined : refusal);
}

/** Whether the row rule of a grant that applies to the caller holds for a record. */
export function anyHolds(making: Making, given: Given, record: Readonly<Record<string, unknown>>): boolean {
  const { grants } = making.code;
  for (let i = 0; i < grants.length; i++) {
    if (hasBit(given.grants, i) && grants[i]!(record, given)) return true;
  }
  return false;
}

/** Whether some grants hold for some records only. */
export function restricted(access: AccessPlan): boolean {
  return !access.open && access.grants.some((grant) => grant.where !== undefined && grant.where !== 'closed');
}
