import type { Caller } from '../../../contracts/caller.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { limitsNamed } from '../../../plan/named-limits.ts';
import type { LimitPlan } from '../../../plan/plan.ts';
import { memo } from '../../../text/memo.ts';
import type { LimitKind } from '../kinds/contract.ts';

/** Returns the key by which a limit counts a request; undefined if it does not apply to its caller. */
export type KeyOf = (ctx: RequestContext) => string | undefined;

/** A limit of an operation, and what it counts by. */
export interface CountedLimit {
  readonly limit: LimitPlan;
  readonly keyOf: KeyOf;
}

/** The scopes of which a caller needs one for a limit to apply; undefined if it applies to every client. */
export function listRequiredScopes({ scopes, everybody }: LimitPlan, operation: string): readonly string[] | undefined {
  return everybody?.includes(operation) === true ? undefined : scopes;
}

/** Returns whether a limit counts before the credential is checked: per address or for all together, for every client. */
export function isOpen(limit: LimitPlan, operation: string): boolean {
  return listRequiredScopes(limit, operation) === undefined && (limit.per === undefined || limit.per === 'ip');
}

/** The limits of one kind that count an operation at one of the two steps; those per address first, so that one cannot use up all. */
export function listCountedLimits(
  { plan, operation, limiting }: OperationContext,
  { name: kind }: LimitKind,
  open: boolean,
): readonly CountedLimit[] {
  const all = limitsNamed(plan.limits, operation.limits).filter((limit) => limit.kind === kind);
  const own = all.filter((limit) => isOpen(limit, operation.name) === open);
  const sorted = own.toSorted((left, right) => Number(left.per === undefined) - Number(right.per === undefined));
  return sorted.map((limit) => ({ limit, keyOf: createLimitKeyReader(limit, operation.name, limiting) }));
}

function createLimitKeyReader(limit: LimitPlan, operation: string, limiting: OperationContext['limiting']): KeyOf {
  const key = createKeyReader(limit.per, limiting);
  const scopes = listRequiredScopes(limit, operation);
  if (scopes === undefined) return key;
  return (ctx) => (ctx.caller?.scopes.some((scope) => scopes.includes(scope)) === true ? key(ctx) : undefined);
}

function createKeyReader(per: LimitPlan['per'], limiting: OperationContext['limiting']): KeyOf {
  if (per === undefined) return () => '';
  if (per === 'ip') return ({ incoming }) => limiting.address(incoming);
  if (per === 'credential') return cacheCallerKey((caller) => limiting.digest(caller.client ?? caller.credential));
  const { attribute } = per;
  return cacheCallerKey((caller) => limiting.digest(caller.values[attribute]));
}

/** Works the key of a caller out once, for as long as the caller is known. */
function cacheCallerKey(read: (caller: Caller) => string): KeyOf {
  const readOnce = memo(read);
  return ({ caller }) => caller && readOnce(caller);
}
