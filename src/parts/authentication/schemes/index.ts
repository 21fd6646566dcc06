import type { AuthenticationPlan, SchemePlan } from '../../../plan/plan.ts';
import { accessToken } from './access-token.ts';
import { accessTokenAsJwt } from './access-token-as-jwt.ts';
import { apiKey } from './api-key.ts';
import { basic } from './basic.ts';
import { clientCredentials } from './client-credentials.ts';
import { clientCredentialsAsJwt } from './client-credentials-as-jwt.ts';
import type { Scheme } from './contract.ts';
import { jwt } from './jwt.ts';

export type { Scheme, WrongCarrier } from './contract.ts';

/** The kinds of schemes, in the order of the language reference. */
export const schemes: readonly Scheme[] = [
  apiKey,
  accessToken,
  accessTokenAsJwt,
  jwt,
  clientCredentials,
  clientCredentialsAsJwt,
  basic,
];

/** The names of the kinds. */
export const schemeNames: readonly string[] = schemes.map((scheme) => scheme.name);

const byName = new Map(schemes.map((scheme) => [scheme.name, scheme]));

/** The kind of scheme of a name. */
export function findSchemeKind(name: string): Scheme | undefined {
  return byName.get(name);
}

/** The lifetime of a signed token without a stated Lifetime, in milliseconds: it must expire (RFC 9068, section 2.2). */
export const signedLifetime = 3_600_000;

/** Whether the tokens of a kind are signed by this service. */
export function isSignedHere({ form, madeBy }: Scheme): boolean {
  return form === 'signed' && madeBy !== 'outside issuer';
}

/** The schemes of a plan whose kind is such, except disabled ones. */
export function selectSchemes(
  { schemes: planned }: Pick<AuthenticationPlan, 'schemes'>,
  is: (kind: Scheme) => boolean,
): readonly SchemePlan[] {
  return planned.filter((scheme) => {
    const kind = byName.get(scheme.kind);
    return scheme.disabled !== true && kind !== undefined && is(kind);
  });
}
