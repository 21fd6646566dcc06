import type { Caller } from '../../../contracts/caller.ts';
import type { Claims } from '../../../contracts/tokens.ts';
import type { ValueType } from '../../../expression/tree.ts';
import type { AuthenticationPlan } from '../../../plan/plan.ts';

/**
 * Returns the caller of a verified token: `sub` is its ID, attribute a the claim a if it has the attribute's type, scopes are those of
 * `scope` (RFC 8693, section 4.2) or of the list `scp`. Undefined if `sub` is not a string that a store can hold.
 */
export function toCaller(
  scheme: string,
  claims: Claims,
  attributes: AuthenticationPlan['attributes'],
): Caller | undefined {
  const { sub } = claims;
  if (!isText(sub) || sub === '') return undefined;
  const scopes = readScopes(claims);
  const values: Record<string, unknown> = { id: sub, scopes };
  for (const { name, type } of attributes) {
    if (Object.hasOwn(claims, name) && matchesType(type, claims[name])) values[name] = claims[name];
  }
  // A client that can fetch a token can fetch many: limits per credential count by its subject.
  return { id: sub, scopes, values, credential: `${scheme}:${sub}` };
}

function readScopes({ scope, scp }: Claims): readonly string[] {
  if (typeof scope === 'string') return scope.split(' ').filter((name) => name !== '' && isText(name));
  return Array.isArray(scp) && scp.every(isText) ? scp : [];
}

/** Returns whether every store holds a string unchanged: without NUL and unpaired surrogates, as in requests. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/** Whether a value of JSON is of an attribute's type. */
export function matchesType(type: ValueType, value: unknown): boolean {
  switch (type.kind) {
    case 'int':
      return Number.isSafeInteger(value);
    case 'double':
      return Number.isFinite(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'choice':
      return type.values.includes(value as string);
    case 'list':
      return Array.isArray(value) && value.every((item) => matchesType(type.item, item));
    case 'nullable':
      return value === null || matchesType(type.of, value);
    case 'ref':
      return matchesType(type.identity, value);
    default:
      return isText(value);
  }
}

/** The first moment at which a token no longer holds: its `exp`, or sooner when its scheme's lifetime is over; milliseconds. */
export function computeClaimsExpiry({ exp, iat }: Claims, lifetime: number | undefined, tolerance: number): number {
  const end = (exp as number) * 1000 + tolerance;
  if (lifetime === undefined) return end;
  // Without `iat` its age is unknown.
  return typeof iat === 'number' ? Math.min(end, iat * 1000 + lifetime + tolerance) : 0;
}
