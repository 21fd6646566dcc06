import type { LimitPlan } from '../../plan/plan.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';

/** What a limit counts a request by; undefined where it does not hold for its caller. */
export type KeyOf = (given: Given) => string | undefined;

/** A limit of an operation, and what it counts by. */
export interface CountedLimit {
  readonly limit: LimitPlan;
  readonly keyOf: KeyOf;
}

/** Whether a limit is taken before the credential is looked at: per address or for all together, whoever calls. */
export function isOpen({ per, scopes }: Pick<LimitPlan, 'per' | 'scopes'>): boolean {
  return scopes === undefined && (per === undefined || per === 'address');
}

/** The limits of one kind that count an operation at one of the two steps; those per address first, so that one cannot use up all. */
export function limitsOf({ plan, operation, limiting }: Making, kind: string, open: boolean): readonly CountedLimit[] {
  const names = new Set(operation.limits);
  const own = plan.limits.filter((limit) => limit.kind === kind && names.has(limit.name) && isOpen(limit) === open);
  const sorted = own.toSorted((left, right) => Number(left.per === undefined) - Number(right.per === undefined));
  return sorted.map((limit) => ({ limit, keyOf: keyOf(limit, limiting) }));
}

function keyOf({ per, scopes }: LimitPlan, limiting: Making['limiting']): KeyOf {
  const key = perKey(per, limiting);
  if (scopes === undefined) return key;
  return (given) => (given.caller?.scopes.some((scope) => scopes.includes(scope)) === true ? key(given) : undefined);
}

function perKey(per: LimitPlan['per'], limiting: Making['limiting']): KeyOf {
  if (per === undefined) return () => '';
  if (per === 'address') return ({ incoming }) => limiting.address(incoming);
  if (per === 'credential') return ({ caller }) => caller?.client ?? caller?.credential;
  const { attribute } = per;
  return ({ caller }) => (caller === undefined ? undefined : limiting.digest(caller.values[attribute]));
}
