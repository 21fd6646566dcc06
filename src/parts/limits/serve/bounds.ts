import type { RequestContext } from '../../../contracts/request-context.ts';
import type { LimitPlan, Plan } from '../../../plan/plan.ts';
import type { LimitKind } from '../kinds/contract.ts';

/** A bound of one operation; `scopes`: it holds for callers that have one of them, without for everybody. */
export interface Bound<Value> {
  readonly scopes?: ReadonlySet<string>;
  readonly value: Value;
}

/** Gives the bounds of one kind that hold for callers of a scope, as the plan lists them for an operation. */
export function collectScopedBounds(
  { limits }: Pick<Plan, 'limits'>,
  operation: { readonly limits: readonly string[] },
  { name: kind }: LimitKind,
): readonly (LimitPlan & { readonly scopes: readonly string[] })[] {
  const found: (LimitPlan & { readonly scopes: readonly string[] })[] = [];
  for (const limit of limits) {
    const { scopes } = limit;
    if (limit.kind === kind && scopes !== undefined && operation.limits.includes(limit.name)) {
      found.push({ ...limit, scopes });
    }
  }
  return found;
}

/** Whether a bound holds for the caller of a request, as far as the caller is known. */
export function holds({ scopes }: Bound<unknown>, { caller }: Pick<RequestContext, 'caller'>): boolean {
  return scopes === undefined || (caller?.scopes.some((scope) => scopes.has(scope)) ?? false);
}

/**
 * Makes what gives the strictest bound that holds for a request: `own` holds for everybody, those of scopes for some;
 * `size` decides which of two is stricter.
 */
export function createStrictestBound<Value>(
  own: Value,
  scoped: readonly Bound<Value>[],
  size: (value: Value) => number,
): (ctx: Pick<RequestContext, 'caller'>) => Value {
  const sorted = scoped
    .filter(({ value }) => size(value) < size(own))
    .sort((left, right) => size(left.value) - size(right.value));
  if (sorted.length === 0) return () => own;
  return (ctx) => sorted.find((bound) => holds(bound, ctx))?.value ?? own;
}
