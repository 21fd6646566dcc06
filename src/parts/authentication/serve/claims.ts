import type { Caller } from '../../../contracts/caller.ts';
import type { Claims } from '../../../contracts/sessions/tokens.ts';
import { type CallerAttribute, readAttribute } from './attributes.ts';
import { isText } from './matching.ts';

/**
 * Returns the caller of a verified token: `sub` is its ID, attribute a the claim a if it has the attribute's type, scopes are those of
 * `scope` (RFC 8693, section 4.2) or of the list `scp`. Undefined if `sub` is not a string that a store can hold.
 */
export function toCaller(scheme: string, claims: Claims, attributes: readonly CallerAttribute[]): Caller | undefined {
  const { sub } = claims;
  if (!isText(sub) || sub === '') return undefined;
  const scopes = readScopes(claims);
  const values: Record<string, unknown> = { id: sub, scopes, scheme };
  for (const attribute of attributes) {
    const { name } = attribute;
    const value = Object.hasOwn(claims, name) ? readAttribute(attribute, claims[name]) : undefined;
    if (value !== undefined) values[name] = value;
  }
  // A client that can fetch a token can fetch many: limits per credential count by its subject.
  return { id: sub, scopes, values, credential: `${scheme}:${sub}` };
}

function readScopes({ scope, scp }: Claims): readonly string[] {
  if (typeof scope === 'string') return scope.split(' ').filter((name) => name !== '' && isText(name));
  return Array.isArray(scp) && scp.every(isText) ? scp : [];
}

/** The first moment at which a token no longer holds: its `exp`, or sooner when its scheme's lifetime is over; milliseconds. */
export function computeClaimsExpiry({ exp, iat }: Claims, lifetime: number | undefined, tolerance: number): number {
  const end = (exp as number) * 1000 + tolerance;
  if (lifetime === undefined) return end;
  // Without `iat` its age is unknown.
  return typeof iat === 'number' ? Math.min(end, iat * 1000 + lifetime + tolerance) : 0;
}
