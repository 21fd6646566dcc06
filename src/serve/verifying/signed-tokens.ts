import {
  base64url,
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JWK,
  jwtVerify,
  type LocalJWKSet,
} from 'jose';
import { parseJson } from '../../codegen/json.ts';
import { type Claims, longestToken } from '../../contracts/sessions/tokens.ts';

/** The algorithms that tokens may be signed with: all are asymmetric (RFC 7518, section 3.1; RFC 8037; RFC 9864). */
export const signatureAlgorithms: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** The accepted clock difference in seconds for `exp` and `nbf`. */
export const toleranceSeconds = 30;

/** The required claims of a token. */
export interface Expected {
  readonly issuer: string;
  /** One of these must be among the token's `aud`. */
  readonly audience: readonly string[];
  readonly algorithms: readonly string[];
  /** The header `typ`, where it is fixed: `at+jwt` (RFC 9068, section 4). */
  readonly typ?: string;
}

/** The public keys of an issuer. */
export interface PublicKeys {
  readonly find: LocalJWKSet;
}

/** The claims of a valid token. `unknown key`: the token names an unknown key; `invalid`: any other failure. */
export type Verdict = { readonly claims: Claims } | 'unknown key' | 'invalid';

/** Parses a JWK Set (RFC 7517, section 5), of which only public keys of asymmetric algorithms are used. Throws if it is not a JWK Set. */
export function createPublicKeys(text: string): PublicKeys {
  const parsed = parseJson(text);
  const keys = 'value' in parsed ? (parsed.value as { readonly keys?: unknown } | null)?.keys : undefined;
  if (!Array.isArray(keys)) throw new Error('it is no JSON Web Key Set: it has no list `keys`');
  const asymmetric = keys.filter(
    (key): key is JWK => typeof key === 'object' && key !== null && key.kty !== 'oct' && key.d === undefined,
  );
  return { find: createLocalJWKSet({ keys: asymmetric }) };
}

/**
 * Verifies a signed token (RFC 7519, section 7.2): an expected algorithm, one of the given keys (no key in its header), valid
 * `iss`, `aud`, `exp` and `nbf`, `iat` not in the future, and a `sub`. Its header and claims have no duplicate names, and each
 * part is canonical base64url.
 */
export async function verifySignedToken(
  text: string,
  keys: PublicKeys,
  expected: Expected,
  now: number,
): Promise<Verdict> {
  const claims = decodeClaims(text);
  if (claims === undefined || isAhead(claims, now)) return 'invalid';
  const options = {
    issuer: expected.issuer,
    audience: [...expected.audience],
    algorithms: [...expected.algorithms],
    clockTolerance: toleranceSeconds,
    currentDate: new Date(now),
    requiredClaims: ['exp', 'sub'],
    ...(expected.typ === undefined ? {} : { typ: expected.typ }),
  };
  try {
    await jwtVerify(text, keys.find, options);
    return { claims };
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key';
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return 'invalid';
    for await (const key of error) {
      const held = await jwtVerify(text, key, options).catch(() => undefined);
      if (held !== undefined) return { claims };
    }
    return 'invalid';
  }
}

/** Returns whether a token was issued in the future, or states no issue time. */
function isAhead({ iat }: Claims, now: number): boolean {
  return iat !== undefined && !(typeof iat === 'number' && iat * 1000 <= now + toleranceSeconds * 1000);
}

/** Returns the unverified claims of a compact token; undefined if its header or claims are not a JSON object. */
export function decodeClaims(text: string): Claims | undefined {
  if (text.length > longestToken) return undefined;
  const pieces = text.split('.');
  return pieces.length === 3 && pieces.every(isCanonical) && parseClaimsObject(pieces[0]!) !== undefined
    ? parseClaimsObject(pieces[1]!)
    : undefined;
}

/** Returns whether a string is canonical base64url without padding (RFC 7515, section 2). */
function isCanonical(piece: string): boolean {
  try {
    return base64url.encode(base64url.decode(piece)) === piece;
  } catch {
    return false;
  }
}

/**
 * Creates a reader of unverified claims, which suffice to find the issuer. Remembers the last token, because several schemes
 * read the same one.
 */
export function createClaimsReader(): (text: string) => Claims | undefined {
  let last: string | undefined;
  let claims: Claims | undefined;
  return (text) => {
    if (text !== last) {
      last = text;
      claims = parseClaimsLoosely(text.slice(text.indexOf('.') + 1, text.lastIndexOf('.')));
    }
    return claims;
  };
}

function parseClaimsLoosely(piece: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(base64url.decode(piece)));
    return typeof value === 'object' ? ((value as Claims | null) ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

function parseClaimsObject(piece: string): Claims | undefined {
  try {
    const parsed = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(base64url.decode(piece)));
    if (!('value' in parsed) || typeof parsed.value !== 'object' || Array.isArray(parsed.value)) return undefined;
    return (parsed.value as Claims | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The algorithm of own tokens: every verifier supports it (RFC 9068, section 2.1). */
export const ownAlgorithm = 'RS256';

/** A key pair for own tokens as one JSON Web Key, named by its thumbprint (RFC 7638). */
export type SigningKey = JWK & { readonly kid: string };

/** Generates a key pair for own tokens. */
export async function makeSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ownAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: await calculateJwkThumbprint(key), alg: ownAlgorithm, use: 'sig' };
}

/** Returns the public half of a key. */
export function toPublicKey({ kty, n, e, kid, alg, use }: SigningKey): object {
  return { kty, n, e, kid, alg, use };
}
