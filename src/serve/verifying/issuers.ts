import type { Caller } from '../../contracts/caller.ts';
import type { Verifier } from '../../contracts/credentials.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import { type Claims, IssuerUnavailableError, longestToken } from '../../contracts/sessions/tokens.ts';
import { listCallerAttributes } from '../../parts/authentication/serve/attributes.ts';
import { computeClaimsExpiry, toCaller } from '../../parts/authentication/serve/claims.ts';
import type { Plan, SchemePlan } from '../../plan/plan.ts';
import { type IssuerSettings, type IssuersSettings, listExternalSchemes, needIssuers } from './issuer-settings.ts';
import { createTokenCache } from './kept-tokens.ts';
import { fetchKeys, openKeySet } from './key-sets.ts';
import {
  decodeClaims,
  type Expected,
  type PublicKeys,
  signatureAlgorithms,
  toleranceSeconds,
  verifySignedToken,
} from './signed-tokens.ts';

type ClaimsReader = (text: string) => Claims | undefined;

/**
 * Opens the verifiers of schemes of kind `jwt`. Throws if a setting is missing. `claimsOf` reads unverified claims to find the
 * scheme of a token; undefined if there is one scheme at most.
 */
export function openIssuers(
  plan: Plan,
  issuers: IssuersSettings | undefined,
  platform: Platform,
  claimsOf: ClaimsReader | undefined,
): readonly Verifier[] {
  needIssuers(plan, issuers);
  return listExternalSchemes(plan).map((scheme) => {
    return createVerifier(scheme, issuers![scheme.name] as IssuerSettings, plan, platform, claimsOf);
  });
}

/** Returns whether a string has the form of a JWT: two dots, which no other credential has. */
export function isToken(text: string): boolean {
  const first = text.indexOf('.');
  if (first === -1 || text.length > longestToken) return false;
  const second = text.indexOf('.', first + 1);
  return second !== -1 && text.indexOf('.', second + 1) === -1;
}

function createVerifier(
  scheme: SchemePlan,
  set: IssuerSettings,
  plan: Plan,
  platform: Platform,
  claimsOf: ClaimsReader | undefined,
): Verifier {
  const audience = typeof set.audience === 'string' ? [set.audience] : set.audience;
  const algorithms = set.algorithms ?? signatureAlgorithms;
  const expected: Expected = { issuer: set.issuer, audience, algorithms };
  const keySet = openKeySet(createKeyReader(set.jwks), scheme.name, platform);
  const kept = createTokenCache(platform);
  const attributes = listCallerAttributes(plan);

  const admit = (name: string, claims: Claims, keys: PublicKeys, now: number): Caller | undefined => {
    const endsAt = computeClaimsExpiry(claims, scheme.lifetime, toleranceSeconds * 1000);
    const caller = now < endsAt ? toCaller(scheme.name, claims, attributes) : undefined;
    if (caller !== undefined) kept.keep(name, caller, keys, endsAt, now);
    return caller;
  };
  const check = async (text: string, name: string, keys: PublicKeys, now: number): Promise<Caller | undefined> => {
    const verdict = await verifySignedToken(text, keys, expected, now);
    if (verdict === 'invalid') return undefined;
    if (verdict !== 'unknown key') return admit(name, verdict.claims, keys, now);
    const others = await keySet.other(keys, now);
    if (others === undefined || others === keys) return undefined;
    const again = await verifySignedToken(text, others, expected, now);
    return typeof again === 'string' ? undefined : admit(name, again.claims, others, now);
  };
  const known = (text: string, keys: PublicKeys | undefined, now: number): MaybePromise<Caller | undefined> => {
    if (keys === undefined) {
      // Reject malformed tokens before keys are fetched.
      if (decodeClaims(text) === undefined) return undefined;
      throw new IssuerUnavailableError(`no keys of ${scheme.name} are available`);
    }
    const name = kept.nameOf(text);
    return kept.find(name, keys, now) ?? check(text, name, keys, now);
  };
  return {
    scheme: scheme.name,
    fits: claimsOf === undefined ? isToken : (text) => isToken(text) && isMeant(claimsOf(text), expected),
    find(text, now) {
      const keys = keySet.known(now);
      return then(keys, (publicKeys) => known(text, publicKeys, now));
    },
  };
}

/** Returns whether claims name this issuer and audience, if several schemes have JWTs. */
function isMeant(claims: Claims | undefined, { issuer, audience }: Expected): boolean {
  if (claims?.iss !== issuer) return false;
  const named = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  return named.some((recipient) => audience.includes(recipient as string));
}

function createKeyReader(jwks: IssuerSettings['jwks']): () => Promise<string> {
  if (typeof jwks === 'function') return jwks;
  if (typeof jwks === 'string') return () => fetchKeys(jwks);
  const text = JSON.stringify(jwks);
  return () => Promise.resolve(text);
}
