import type { RowRule } from '../../../contracts/compiled.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { AccessPlan } from '../../../plan/operation.ts';
import { hasBit, intersectBits } from '../../../plan/sets/bitset.ts';
import { freeGrants, statesRowRules } from './grants.ts';

/** Checks before any record is known what the row rules demand of the caller alone. */
export function createRowRuleOfCaller(
  { operation, code }: OperationContext,
  refusal: Refusal,
): (ctx: RequestContext) => Refusal | undefined {
  const free = freeGrants(operation.access);
  return (ctx) => (intersectBits(ctx.grants, free) !== 0 || passesAny(code.callers, ctx, {}) ? undefined : refusal);
}

/** Creates the test whether the row rule of a grant that applies to the caller holds for a record. */
export function createRowRuleTest({
  code,
  operation,
  answering,
}: OperationContext): (ctx: RequestContext, record: RecordValue) => MaybePromise<boolean> {
  const answer = answering(operation.access);
  return (ctx, record) => answer(ctx, () => passesAny(code.grants, ctx, record));
}

function passesAny(rules: readonly RowRule[], ctx: RequestContext, record: RecordValue): boolean {
  for (let i = 0; i < rules.length; i++) if (hasBit(ctx.grants, i) && rules[i]!(record, ctx)) return true;
  return false;
}

/** Whether some grants hold for some records only. */
export function hasRowRules(access: AccessPlan): boolean {
  if (access.open || !statesRowRules(access)) return false;
  return access.grants.some((grant) => grant.where !== undefined && grant.where !== 'disabled');
}
