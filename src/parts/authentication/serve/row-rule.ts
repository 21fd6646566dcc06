import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { AccessPlan } from '../../../plan/operation.ts';
import { hasBit, intersectBits } from '../../../plan/sets/bitset.ts';
import { freeGrants, statesRowRules } from './grants.ts';

/** On operations without a record the row rule speaks of the caller only. */
export function createRowRuleOfCaller(
  op: OperationContext,
  refusal: Refusal,
): (ctx: RequestContext) => Refusal | undefined {
  const free = freeGrants(op.operation.access);
  return (ctx) => (intersectBits(ctx.grants, free) !== 0 || passesRowRules(op, ctx, {}) ? undefined : refusal);
}

/** Whether the row rule of a grant that applies to the caller holds for a record. */
export function passesRowRules(
  op: OperationContext,
  ctx: RequestContext,
  record: Readonly<Record<string, unknown>>,
): boolean {
  const { grants } = op.code;
  for (let i = 0; i < grants.length; i++) {
    if (hasBit(ctx.grants, i) && grants[i]!(record, ctx)) return true;
  }
  return false;
}

/** Whether some grants hold for some records only. */
export function hasRowRules(access: AccessPlan): boolean {
  if (access.open || !statesRowRules(access)) return false;
  return access.grants.some((grant) => grant.where !== undefined && grant.where !== 'disabled');
}
