import { isText } from '../../parts/authentication/serve/matching.ts';

/** Returns the claims of a person that are texts; the address only if the issuer says that it has confirmed it. */
export function selectClaims(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const texts = Object.entries(claims).flatMap(([name, value]) =>
    typeof value === 'string' && isText(value) && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  const { email: _, ...others } = Object.fromEntries(texts);
  const email = Object.fromEntries(texts).email;
  return email === undefined || !isConfirmed(claims.email_verified) ? others : { ...others, email };
}

/** Whether a claim can be what an issuer calls a person (OpenID Connect Core, section 2). */
export function isSubject(claim: unknown): claim is string {
  return isText(claim) && claim !== '' && claim.length <= 255;
}

/** Some issuers write the claim as a text. */
function isConfirmed(claim: unknown): boolean {
  return claim === true || claim === 'true';
}
